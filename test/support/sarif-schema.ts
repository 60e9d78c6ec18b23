/** The part of SARIF 2.1.0 that the report uses, as a JSON Schema without additional properties, and with GitHub's limits. */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', minLength: 1 };
const ordinal: Schema = { type: 'integer', minimum: 1 };
const index: Schema = { type: 'integer', minimum: 0 };
const level: Schema = { enum: ['error', 'warning', 'note'] };

function list(items: Schema, limits: Schema = {}): Schema {
  return { type: 'array', items, ...limits };
}

function object(required: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

const message = object({ text: { type: 'string' } });
const folder: Schema = { type: 'string', format: 'uri', pattern: '^file:///.*/$' };

/** A relative URI has no "..", and is based on the root. */
const artifact: Schema = {
  oneOf: [
    object({ uri: { type: 'string', format: 'uri', pattern: '^file:' } }),
    object({ uri: { const: '%3Cstdin%3E' } }),
    object({
      uri: { type: 'string', format: 'uri-reference', pattern: '^(?!/|file:|[.]{1,2}(?:/|$)).+' },
      uriBaseId: { const: '%SRCROOT%' },
    }),
  ],
};

const place = object({
  artifactLocation: artifact,
  region: object({ startLine: ordinal, startColumn: ordinal, endLine: ordinal, endColumn: ordinal }),
});

const rule = object(
  { id: { type: 'string' } },
  {
    name: { type: 'string', pattern: '^[A-Z][A-Za-z0-9]*$', maxLength: 255 },
    shortDescription: object({ text: { ...text, maxLength: 1024 } }),
    fullDescription: object({ text: { ...text, maxLength: 1024 } }),
    help: object({ text, markdown: text }),
    defaultConfiguration: object({ level }),
    properties: object({
      tags: list(text, { maxItems: 10, uniqueItems: true }),
      enforcedBy: text,
      precision: { enum: ['very-high', 'high', 'medium', 'low'] },
      'problem.severity': { enum: ['error', 'warning', 'recommendation'] },
    }),
  },
);

const result = object(
  {
    ruleId: { type: 'string' },
    ruleIndex: index,
    level,
    message,
    locations: list(
      object(
        { physicalLocation: place },
        { logicalLocations: list(object({ fullyQualifiedName: { type: 'string' }, kind: text })) },
      ),
      { minItems: 1, maxItems: 1 },
    ),
    partialFingerprints: object({
      'endpointsFinding/v1': { type: 'string', pattern: '^[0-9a-f]{32}$' },
      primaryLocationLineHash: { type: 'string', pattern: '^[0-9a-f]{16}:1$' },
    }),
  },
  {
    properties: object({ versions: list({ type: 'string', pattern: '^1[.]\\d+$' }, { minItems: 1 }) }),
    suppressions: list(object({ kind: { enum: ['inSource', 'external'] } }, { justification: { type: 'string' } }), {
      maxItems: 1,
    }),
    relatedLocations: list(object({ id: ordinal, physicalLocation: place, message }), { minItems: 1, maxItems: 100 }),
  },
);

const run = object({
  tool: object({ driver: object({ name: text, semanticVersion: text, rules: list(rule, { maxItems: 25_000 }) }) }),
  invocations: list(
    object(
      { executionSuccessful: { type: 'boolean' }, workingDirectory: object({ uri: folder }) },
      { toolExecutionNotifications: list(object({ level, message })) },
    ),
    { minItems: 1, maxItems: 1 },
  ),
  originalUriBaseIds: object({ '%SRCROOT%': object({ uri: folder }) }),
  columnKind: { const: 'utf16CodeUnits' },
  results: list(result, { maxItems: 25_000 }),
});

export const sarifSchema: Schema = object({
  $schema: { type: 'string', format: 'uri' },
  version: { const: '2.1.0' },
  runs: list(run, { minItems: 1, maxItems: 1 }),
});
