/** The object metadata of every Kubernetes resource, as contract.md section 2 describes it. */
import { anyCalled, atomicList, boolean, field, integer, listByKey, mapOf, object, setOf, string } from './type.ts';

export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

export const ManagedFieldsEntry = object(
  'ManagedFieldsEntry',
  'The fields that one field manager set through one API version.',
  {
    manager: field(string(), 'The field manager that owns these fields; at most 128 bytes.'),
    operation: field(
      string({
        choices: [
          { value: 'Apply', doc: 'Server-side apply set the fields.' },
          { value: 'Update', doc: 'A create, an update or another kind of patch set the fields.' },
        ],
      }),
      'The operation that set the fields.',
      { required: true },
    ),
    apiVersion: field(
      string({ format: 'api-version' }),
      'The API version of the field set, as `group/version`; `v1` for the core group. A field set cannot be converted to another version.',
    ),
    time: field(
      string({ format: 'timestamp' }),
      'The time when the entry was created, or when its manager last added, changed or removed a field. It does not change when another manager takes over a field.',
    ),
    fieldsType: field(
      string({ choices: [{ value: 'FieldsV1', doc: 'The only format of field sets.' }] }),
      'The format of the field set.',
    ),
    fieldsV1: field(anyCalled('field set'), 'The field set: a tree of `f:`, `k:`, `v:`, `i:` and `.` keys.'),
    subresource: field(
      string(),
      'The subresource through which the fields were set; empty for the object itself. It distinguishes managers with the same name. Independent of `apiVersion`.',
      { since: 22 },
    ),
  },
);

export const OwnerReference = object(
  'OwnerReference',
  'An object that this one depends on. When all owners are deleted, this object is garbage collected.',
  {
    apiVersion: field(string({ format: 'api-version' }), 'The API version of the owner, such as `apps/v1`.', {
      required: true,
      whenEmpty: 'written',
    }),
    kind: field(string(), 'The kind of the owner.', { required: true, whenEmpty: 'written' }),
    name: field(string(), 'The name of the owner.', { required: true, whenEmpty: 'written' }),
    uid: field(string(), 'The UID of the owner. A new object with the same name is not the owner.', {
      required: true,
      whenEmpty: 'written',
    }),
    controller: field(boolean, 'True for the owner that manages this object. At most one owner may set it.', {
      whenEmpty: 'kept',
    }),
    blockOwnerDeletion: field(
      boolean,
      'If true, a foreground deletion of the owner waits until this reference is removed. Setting it may need a permission on the owner.',
      { default: 'false', whenEmpty: 'kept' },
    ),
  },
  { structType: 'atomic', atomicSince: 21 },
);

export const ObjectMeta = object('ObjectMeta', 'The name of the object, its labels, annotations and other metadata.', {
  name: field(
    string({ format: 'dns-subdomain' }),
    'The name, unique within the namespace. It cannot change later. An Endpoints must have exactly the name of its Service.',
    { required: true },
  ),
  generateName: field(
    string({ format: 'generate-name' }),
    'A prefix from which the API server generates a unique name if `name` is absent: 58 bytes of the prefix and five random characters. A generated name matches no Service.',
  ),
  namespace: field(
    string({ format: 'dns-label' }),
    'The namespace in which the name is unique. It cannot change later. An absent or empty value means the namespace of the request, usually `default`.',
  ),
  labels: field(
    mapOf(string({ format: 'label-value' })),
    'Keys and values that group objects. Selectors of other objects may match them. The mirrored EndpointSlices get the same labels.',
  ),
  annotations: field(
    mapOf(string()),
    'Free text for tools. Selectors cannot match it. Keep the annotations of others when you change the object. All keys and values together may take 256 KiB.',
  ),
  finalizers: field(
    setOf(
      string({
        format: 'qualified-name',
        suggestions: [
          { value: 'foregroundDeletion', doc: 'The object stays until its dependents are deleted.' },
          { value: 'orphan', doc: 'The dependents stay when the object is deleted.' },
          { value: 'kubernetes', doc: 'For namespaces. No controller removes it from an Endpoints.' },
        ],
      }),
    ),
    'Tasks that must finish before the object is deleted. Each entry names the controller that does the task and then removes the entry. The order has no meaning. Once deletion is requested, entries can only be removed.',
  ),
  ownerReferences: field(
    listByKey(OwnerReference, 'uid'),
    'The objects that this one depends on. At most one of them is its controller.',
  ),
  uid: field(string(), 'An identifier, unique in time and space. The API server generates it.', { readOnly: true }),
  resourceVersion: field(
    string(),
    'An opaque version for optimistic concurrency and watches. Send it back unchanged. It may have no meaning for another resource. A create request with a resourceVersion fails.',
    { readOnly: true },
  ),
  generation: field(integer(64), 'A number that increases with each change of the desired state.', { readOnly: true }),
  creationTimestamp: field(
    string({ format: 'timestamp' }),
    'The time when the API server created the object, in RFC 3339 format and UTC; null in lists. The times of different objects are not ordered.',
    { readOnly: true },
  ),
  deletionTimestamp: field(
    string({ format: 'timestamp' }),
    'The time when the object will be deleted, set by the API server once deletion is requested. It may become earlier, but it is never unset or postponed. The object stays while it has finalizers.',
    { readOnly: true },
  ),
  deletionGracePeriodSeconds: field(
    integer(64),
    'The number of seconds for a graceful deletion. Set together with `deletionTimestamp`; it can only become shorter.',
    { readOnly: true, whenEmpty: 'kept' },
  ),
  managedFields: field(
    atomicList(ManagedFieldsEntry),
    'The owners of the fields. The API server maintains them for server-side apply.',
    { readOnly: true },
  ),
  selfLink: field(string(), 'The URL of the object, in old versions.', {
    readOnly: true,
    deprecated: 'The API server no longer fills it.',
  }),
  clusterName: field(string(), 'The cluster of the object. Nothing ever read it, and the API server clears it.', {
    deprecated: 'Kubernetes 1.24 removed it from the API.',
    until: 24,
  }),
});
