/** Lists the example programs and the Terraform example with their mistakes, and what the server of each language misses beside them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/root.ts';

export interface ExampleProgram {
  readonly file: string;
  readonly code: string;
  /** A part of our message. */
  readonly message: string;
  /** The text that the finding marks. */
  readonly marked: string;
  /** The server of the language, and a part of its message: no SDK is installed. */
  readonly server?: string;
  readonly other?: string;
}

export const examplePrograms: readonly ExampleProgram[] = [
  {
    file: 'typescript/index.ts',
    code: 'unmatched-port',
    message: 'has no port "postgresql"',
    marked: '"postgresql"',
    server: 'typescript-language-server',
    other: "Cannot find module '@pulumi/kubernetes'",
  },
  {
    file: 'python/__main__.py',
    code: 'unknown-property',
    message: 'EndpointAddress has no field "node-name"',
    marked: '"node-name"',
    server: 'pyright',
    other: 'could not be resolved',
  },
  {
    file: 'go/main.go',
    code: 'not-an-ip',
    message: '"10.40.1.256" is not an IP address',
    marked: '"10.40.1.256"',
    server: 'gopls',
    other: 'could not import',
  },
  {
    file: 'csharp/Program.cs',
    code: 'ineffective-patch-force',
    message: 'This annotation forces nothing',
    marked: '"True"',
  },
  {
    file: 'java/src/main/java/shop/App.java',
    code: 'wrong-ip-family',
    message: 'fd00:50::1 is an IPv6 address',
    marked: '"fd00:50::1"',
  },
  {
    file: 'terraform/main.tf',
    code: 'unmatched-port',
    message: 'has no port "postgresql"',
    marked: '"postgresql"',
  },
];

/** The texts of the examples and of their `Pulumi.yaml`, by their paths. */
export function exampleFiles(): Readonly<Record<string, string>> {
  return { ...filesIn('examples/programs', 'examples/programs'), ...filesIn('examples/terraform', 'examples') };
}

/** The files below a folder, by their paths in another one. */
function filesIn(folder: string, base: string): Readonly<Record<string, string>> {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(join(root, base).length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
