/** The fields of the patches of a kustomization, and of the operations of a JSON patch. The first sentence of a text says what the field does. */
import { any, boolean, field, object, string, type ObjectType } from './type.ts';

/** `target`, and the `select` of a replacement. */
export const Target = object(
  'Selector',
  'Selects objects. Fields that are absent match everything.',
  {
    group: field(string(), 'The API group of the objects, as a regular expression. An empty text is the core group.'),
    version: field(string(), 'The API version of the objects without its group, as a regular expression.'),
    kind: field(string(), 'The kind of the objects, as a regular expression for the whole kind.'),
    name: field(
      string(),
      'The name of the objects, as a regular expression for the whole name. It matches the name that the file of the object writes, and the name after the prefixes of the bases.',
    ),
    namespace: field(
      string(),
      'The namespace of the objects, as a regular expression. An object without one has the namespace `default`. The `namespace` of this kustomization is set after its patches.',
    ),
    labelSelector: field(
      string(),
      'Selects objects by their labels, such as `app=orders,tier in (db)`. Labels that this kustomization adds do not exist yet.',
    ),
    annotationSelector: field(string(), 'Selects objects by their annotations, with the syntax of a label selector.'),
  },
  { shape: ['kind', 'name'] },
);

const PatchOptions = object('PatchOptions', 'What a merge patch may change beyond the content.', {
  allowNameChange: field(
    boolean,
    'Lets the patch change the name of the object. Without it, the object keeps its name whatever the patch writes.',
    { default: 'false' },
  ),
  allowKindChange: field(
    boolean,
    'Lets the patch change the kind of the object. Without it, the object keeps its kind whatever the patch writes.',
    { default: 'false' },
  ),
});

export const mergeNotes =
  'A merge patch replaces whole lists: `subsets`, and the `endpoints` and `ports` of an EndpointSlice. Only the ports of a Service merge, by `port` and `protocol`.';
const targetNotes =
  'A JSON patch needs it. A merge patch with a target still needs `apiVersion`, `kind` and `metadata.name`, but they select nothing. A target that matches no object has no effect, and no error.';

export const Patch = object(
  'Patch',
  'A merge patch or a JSON patch, in a file or as text.',
  {
    path: field(
      string(),
      `The file with the patch, relative to this kustomization. A file may contain several merge patches, but then no \`target\` is allowed. ${mergeNotes}`,
    ),
    patch: field(string(), `The patch as text. A list of operations is a JSON patch. ${mergeNotes}`),
    target: field(Target, `Selects the objects to patch. ${targetNotes}`),
    options: field(PatchOptions, 'What the patch may change beyond the content.'),
  },
  { shape: ['path'] },
);

export const JsonPatchEntry = object(
  'JsonPatch',
  'A JSON patch for objects.',
  {
    target: field(Target, `Selects the object to patch. ${targetNotes}`),
    path: field(string(), 'The file with the operations, relative to this kustomization.'),
    patch: field(string(), 'The operations as text.'),
  },
  { shape: ['target', 'path'] },
);

/** An operation of a JSON patch. */
export const operationType: ObjectType = object(
  'Operation',
  'An operation of a JSON patch.',
  {
    op: field(
      string({
        choices: [
          { value: 'replace', doc: 'Replaces a value. A missing field is added; a missing item is an error.' },
          { value: 'add', doc: 'Adds or replaces a field, or inserts an item: `-` appends. The parent must exist.' },
          { value: 'remove', doc: 'Removes a value, which must exist.' },
          { value: 'test', doc: 'Ends the build with an error if the value is another one.' },
          { value: 'copy', doc: 'Copies the value at `from`.' },
          { value: 'move', doc: 'Moves the value at `from`.' },
        ],
      }),
      'What the operation does.',
      { required: true },
    ),
    path: field(
      string(),
      'The place in the object: names and indexes after slashes. `-` is the place after the last item, `~1` a slash in a key, `~0` a tilde. An index below 0 counts from the end.',
      { required: true },
    ),
    value: field(any, 'The value to add, to replace with or to compare. Kustomize does not check its type.'),
    from: field(string(), 'The place that `copy` and `move` read.'),
  },
  { shape: ['op', 'path', 'value'] },
);
