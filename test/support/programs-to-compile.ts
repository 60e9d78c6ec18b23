/** The programs that `scripts/compile-programs.mjs` compiles, with stand-ins for the SDKs. */
import { createHash } from 'node:crypto';
import {
  fileNames,
  isTyped,
  targetLanguages,
  type TargetLanguage,
} from '../../server/src/convert/translate/carried.ts';
import { translate } from '../../server/src/convert/translate/translate.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { csharpStandIns } from './csharp-stand-ins.ts';
import { goModOfProgram, goStandIns } from './go-stand-ins.ts';
import { javaStandIns } from './java-stand-ins.ts';
import { loadGrammarsOf } from './programs.ts';
import { listText, programText, randomManifests, randomPatches } from './random-resources.ts';
import { randomFrom } from './random.ts';

/** Few enough for one method of Java, which holds 64 kB. */
const perProgram = 25;
const programs = 8;

interface Compiled {
  /** By path; the first folder is the language. */
  readonly files: ReadonlyMap<string, string>;
  /** Differs where a program differs. */
  readonly version: string;
  readonly objects: number;
}

export async function programsToCompile(): Promise<Compiled> {
  await loadGrammarsOf(...Object.values(fileNames));
  const files = new Map<string, string>();
  const hash = createHash('sha256');
  for (const to of targetLanguages.filter(isTyped)) {
    for (const [i, text] of textsIn(to).entries()) {
      hash.update(text);
      files.set(...placed(text, to, i));
    }
  }
  for (const [path, text] of javaStandIns()) files.set(`java/${path}`, text);
  for (const [path, text] of goStandIns()) files.set(`go/${path}`, text);
  files.set('go/program/go.mod', goModOfProgram);
  files.set('csharp/sdk.cs', csharpStandIns());
  return { files, version: hash.digest('hex').slice(0, 16), objects: 2 * programs * perProgram };
}

function textsIn(to: TargetLanguage): readonly string[] {
  return Array.from({ length: programs }, (_, seed) => [
    written('list.json', listText(randomManifests(randomFrom(seed), perProgram)), to),
    written('Pulumi.json', programText(randomPatches(randomFrom(seed), perProgram)), to),
  ]).flat();
}

function written(path: string, text: string, to: TargetLanguage): string {
  const made = translate([{ uri: path, file: readFile(path, text, { isPartial: false }) }], {
    to,
    isWanted: () => true,
  });
  if (made.failure !== undefined) throw new Error(made.failure);
  return made.text;
}

/** Programs in Go and Java have a folder each, because all have the same name. */
function placed(text: string, to: TargetLanguage, i: number): [path: string, text: string] {
  switch (to) {
    case 'go':
      return [`go/program/p${i}/main.go`, text];
    case 'java':
      return [`java/p${i}/App.java`, `package p${i};\n\n${text}`];
    case 'csharp':
      return [`csharp/p${i}.cs`, asLibrary(text, i)];
    default:
      return [`${to}/p${i}${to === 'python' ? '.py' : '.ts'}`, text];
  }
}

/** Mono's compiler has no statements outside of classes. */
function asLibrary(text: string, i: number): string {
  const [, head = '', body = ''] = /^((?:using [^\n]*\n)*)([^]*)$/.exec(text) ?? [];
  const run = body.replace('return await Deployment', 'return Deployment');
  return `${head}public class Program${i} {\n    public static System.Threading.Tasks.Task<int> Run() {\n${run}\n    }\n}\n`;
}
