/** Writes one large text in each common style of YAML, including those that the fast reader must leave to `yaml`. */

export interface TextStyle {
  readonly name: string;
  readonly text: string;
  readonly syntax: 'yaml' | 'json';
}

export function styles(count: number): readonly TextStyle[] {
  const plain = plainText(count);
  const yaml = (name: string, text: string): TextStyle => ({ name, text, syntax: 'yaml' });
  const spelled = (name: string, pattern: RegExp, text: string): TextStyle => yaml(name, plain.replace(pattern, text));
  const json = JSON.stringify(objectOf(count), null, 2);
  return [
    yaml('plain', plain),
    spelled('double quotes', /(ip|nodeName|hostname): (\S+)/g, '$1: "$2"'),
    spelled('single quotes', /(ip|nodeName|hostname): (\S+)/g, "$1: '$2'"),
    spelled('quoted keys', /(ip|nodeName|hostname): (\S+)/g, '"$1": "$2"'),
    spelled('escapes', /nodeName: (\S+)/g, 'nodeName: "a\\tb$1"'),
    spelled('comments', /(hostname: \S+)/g, '$1 # the host, "its" name\n        # another: one'),
    spelled('templates', /host-(\d+)/g, '{{ .Values.host$1 }}'),
    spelled('trailing tabs', /(hostname: \S+)/g, '$1\t'),
    spelled('letters of other languages', /host-/g, 'höst-'),
    spelled('tags', /ip: /g, 'ip: !!str '),
    spelled('Windows line ends', /\n/g, '\r\n'),
    spelled('blank lines', /(hostname: \S+)/g, '$1\n\n'),
    spelled('values on the next line', /nodeName: /g, 'nodeName:\n          '),
    spelled('indicators alone in a line', /- ip/g, '-\n        ip'),
    yaml('a quote that stays open', plain.replace(`host-${count >> 1}`, '"$&')),
    yaml('a tab as indentation', plain.replace(`        hostname: host-${count >> 1}`, `\thostname: a`)),
    yaml('a directive and an end', `%YAML 1.1\n---\n${plain}...\n`),
    yaml('JSON below a comment', `# x\n${json}`),
    ...flowing(count).map(([name, text]) => yaml(name, text)),
    ...multiline(count).map(([name, text]) => yaml(name, text)),
    { name: 'JSON', text: json, syntax: 'json' },
  ];
}

function plainText(count: number): string {
  const addresses = Array.from(
    { length: count },
    (_, i) =>
      `      - ip: 10.0.${i >> 8}.${i & 255}\n        nodeName: worker-${i}.example.internal\n        hostname: host-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: large\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - port: 127\n`;
}

type Named = readonly [name: string, text: string];

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n';

function flowing(count: number): readonly Named[] {
  const address = (n: number): string => `{ip: 10.0.${n >> 8}.${n & 255}, nodeName: worker-${n}, hostname: host-${n}}`;
  return [
    [
      'addresses in braces',
      `${head}subsets:\n- addresses:\n${many(count, (n) => `  - ${address(n)}\n`)}  ports: [{port: 80}]\n`,
    ],
    [
      'everything in brackets',
      `${head}subsets: [{addresses: [\n${many(count, (n) => `  ${address(n)},\n`)} ], ports: [{port: 80}]}]\n`,
    ],
    [
      'anchors and aliases',
      `${head}subsets:\n- addresses:\n${many(count >> 1, (n) => `  - &a${n}\n    ip: 10.0.0.${n}\n  - *a${n}\n`)}`,
    ],
    [
      'merged keys',
      `${head}base: &base {nodeName: a}\nlist:\n${many(count, (n) => `- <<: *base\n  ip: 10.0.0.${n & 255}\n`)}`,
    ],
    ['keys with question marks', `${head}x:\n${many(count, (n) => `  ? a${n}\n  : b\n`)}`],
  ];
}

function multiline(count: number): readonly Named[] {
  const annotated = (name: string, value: string): Named => [
    name,
    `${head}  annotations:\n${many(count, (n) => `    k${n}: ${value}\n`)}subsets: []\n`,
  ];
  return [
    annotated('literal blocks', '|\n      line one\n      line two: x\n\n      three'),
    annotated('folded blocks', '>-\n      line one\n      line two: x'),
    annotated('plain over two lines', 'one two\n      three four'),
    annotated('quotes over two lines', '"one two\n      three four"'),
  ];
}

function objectOf(count: number): unknown {
  const addresses = Array.from({ length: count }, (_, n) => ({
    ip: `10.0.${n >> 8}.${n & 255}`,
    nodeName: `worker-${n}`,
    hostname: `host-${n}`,
  }));
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'a' }, subsets: [{ addresses }] };
}

function many(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join('');
}
