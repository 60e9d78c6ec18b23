/** The object metadata that every Kubernetes resource carries, as far as contract.md section 2 describes it. */
import { anyCalled, atomicList, boolean, field, integer, listByKey, mapOf, object, setOf, string } from './type.ts';

/** The annotation in which kubectl keeps what it applied last. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

export const ManagedFieldsEntry = object(
  'ManagedFieldsEntry',
  'The fields that one field manager set through one version of the API.',
  {
    manager: field(string(), 'The name of the workflow that owns these fields; at most 128 bytes.'),
    operation: field(
      string({
        choices: [
          { value: 'Apply', doc: 'The fields were set by server-side apply.' },
          { value: 'Update', doc: 'The fields were set by a create, an update or another kind of patch.' },
        ],
      }),
      'How the fields were set.',
      { required: true },
    ),
    apiVersion: field(
      string({ format: 'api-version' }),
      'The API version that the field set was recorded in, as `group/version`; `v1` for the core group. Field sets cannot be converted between versions.',
    ),
    time: field(
      string({ format: 'timestamp' }),
      'When the entry was made or its manager last added, changed or removed a field. Losing a field to another manager leaves it as it is.',
    ),
    fieldsType: field(
      string({ choices: [{ value: 'FieldsV1', doc: 'The only format of field sets so far.' }] }),
      'The format of the field set.',
    ),
    fieldsV1: field(anyCalled('field set'), 'The field set itself: a tree of `f:`, `k:`, `v:`, `i:` and `.` keys.'),
    subresource: field(
      string(),
      'The subresource through which the fields were set, empty for the object itself. It tells apart managers of one name. Independent of `apiVersion`.',
      { since: 22 },
    ),
  },
);

export const OwnerReference = object(
  'OwnerReference',
  'An object that this one depends on. When all owners are gone, this object is garbage collected.',
  {
    apiVersion: field(string({ format: 'api-version' }), 'API version of the owner, such as `apps/v1`.', {
      required: true,
      whenEmpty: 'written',
    }),
    kind: field(string(), 'Kind of the owner.', { required: true, whenEmpty: 'written' }),
    name: field(string(), 'Name of the owner.', { required: true, whenEmpty: 'written' }),
    uid: field(string(), 'UID of the owner; a new object of the same name is not the owner.', {
      required: true,
      whenEmpty: 'written',
    }),
    controller: field(boolean, 'True for the one owner that manages this object.', { whenEmpty: 'kept' }),
    blockOwnerDeletion: field(
      boolean,
      'True keeps an owner that is being deleted in the foreground until this reference is gone. Setting it may need a permission on the owner.',
      { default: 'false', whenEmpty: 'kept' },
    ),
  },
  { structType: 'atomic', atomicSince: 21 },
);

export const ObjectMeta = object('ObjectMeta', 'What the object is called, and what others attach to it.', {
  name: field(
    string({ format: 'dns-subdomain' }),
    'Unique within the namespace, and never changed afterwards. An Endpoints must have exactly the name of its Service.',
    { required: true },
  ),
  generateName: field(
    string({ format: 'generate-name' }),
    'A prefix from which the server makes a unique name when `name` is absent: cut to 58 bytes, then five random characters. A name made this way can match no Service.',
  ),
  namespace: field(
    string({ format: 'dns-label' }),
    'The space in which the name is unique; never changed afterwards. Left out or empty, it is the namespace of the request, usually `default`.',
  ),
  labels: field(
    mapOf(string({ format: 'label-value' })),
    'Keys and values to sort and find objects by; selectors of others may match them. A mirrored EndpointSlice carries them too.',
  ),
  annotations: field(
    mapOf(string()),
    'Free text for tools, not selectable. Whoever changes the object should keep them. All keys and values together may take 256 KiB.',
  ),
  finalizers: field(
    setOf(
      string({
        format: 'qualified-name',
        suggestions: [
          { value: 'foregroundDeletion', doc: 'The object stays until what depends on it is gone.' },
          { value: 'orphan', doc: 'What depends on the object outlives it.' },
          { value: 'kubernetes', doc: 'For namespaces; nothing takes it off an Endpoints.' },
        ],
      }),
    ),
    'What must be done before the object goes away. Each entry names who does it and takes it off; their order carries no meaning. Once deletion is requested, entries can only be removed.',
  ),
  ownerReferences: field(
    listByKey(OwnerReference, 'uid'),
    'The objects that this one depends on; at most one of them is its controller.',
  ),
  uid: field(string(), 'Unique in time and space; the server makes it.', { readOnly: true }),
  resourceVersion: field(
    string(),
    'An opaque version for optimistic concurrency and watches; to be passed back unchanged. For another resource it may mean nothing. A create that carries one fails.',
    { readOnly: true },
  ),
  generation: field(integer(64), 'Counts the changes of the desired state.', { readOnly: true }),
  creationTimestamp: field(
    string({ format: 'timestamp' }),
    'When the server created the object, as RFC 3339 in UTC; null in lists. Not ordered between objects.',
    { readOnly: true },
  ),
  deletionTimestamp: field(
    string({ format: 'timestamp' }),
    'Set by the server once deletion is requested: when the object will go away. It may be brought forward, but is never unset or moved later. While finalizers remain, the object stays.',
    { readOnly: true },
  ),
  deletionGracePeriodSeconds: field(
    integer(64),
    'Seconds left for an orderly end; set together with `deletionTimestamp`, and only ever shortened.',
    { readOnly: true, whenEmpty: 'kept' },
  ),
  managedFields: field(
    atomicList(ManagedFieldsEntry),
    'Who set which field, kept by the server for server-side apply.',
    { readOnly: true },
  ),
  selfLink: field(string(), 'Once a URL of the object.', {
    readOnly: true,
    deprecated: 'The server no longer fills it.',
  }),
  clusterName: field(string(), 'The cluster of the object; nothing ever read it, and the server clears it.', {
    deprecated: 'It left the API with Kubernetes 1.24.',
    until: 24,
  }),
});
