/** Measures Terraform: a repository without Kubernetes, beside reading its files, and a keystroke in a module of many files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder } from './at-end.ts';
import { startOurs } from './client.ts';
import { rowBesideReading, writeMany } from './command-line.ts';
import { median, repeatedTimes, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';

export function terraform(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => [foreign(bench, join(folder, 'foreign')), await typed(bench, folder)]);
}

/** Networks, machines and buckets, in modules of a hundred files. Some name endpoints, as a gateway does. */
function foreignText(n: number): string {
  const block = (i: number): string => `resource "aws_instance" "web_${n}_${i}" {
  ami           = data.aws_ami.ubuntu.id
  instance_type = var.instance_type
  subnet_id     = aws_subnet.private[${i}].id
  tags = merge(local.tags, {
    Name = "web-\${var.environment}-${i}"
  })
}
`;
  const gateway = `resource "aws_vpc_endpoint" "s3_${n}" {\n  vpc_id       = aws_vpc.main.id\n  service_name = "com.amazonaws.eu-central-1.s3"\n}\n`;
  return Array.from({ length: 10 }, (_, i) => block(i)).join('\n') + (n % 5 === 0 ? gateway : '');
}

function foreign(bench: Bench, folder: string): BenchRow {
  const count = bench.isQuick ? 1_000 : 10_000;
  const [all, one] = [join(folder, 'all'), join(folder, 'one')];
  writeMany(all, count, foreignText, 'tf');
  writeMany(one, 1, foreignText, 'tf');
  const what = `endpoints check of ${count.toLocaleString('en')} files of Terraform without Kubernetes, after the start`;
  return rowBesideReading(bench, { all, one, what });
}

/** A Service with Endpoints, whose address is a local of another file. */
function pairText(n: number): string {
  return `resource "kubernetes_service_v1" "db_${n}" {
  metadata {
    name      = "db-${n}"
    namespace = local.namespace
  }
  spec {
    port {
      name = "sql"
      port = 5432
    }
  }
}

resource "kubernetes_endpoints_v1" "db_${n}" {
  metadata {
    name      = kubernetes_service_v1.db_${n}.metadata[0].name
    namespace = local.namespace
  }
  subset {
    address {
      ip = local.addresses[${n}]
    }
    port {
      name = "sql"
      port = 5432
    }
  }
}
`;
}

/** Each keystroke in the locals may change what every other file says. The baseline is a module of two files. */
async function typed(bench: Bench, folder: string): Promise<BenchRow> {
  const files = 50;
  const ours = await keystrokes(bench, join(folder, 'many'), files - 1);
  const baseline = await keystrokes(bench, join(folder, 'few'), 1);
  const what = `A module of ${files} files of Terraform: keystroke in a local → diagnostics`;
  return row({ what, ours, name: 'the same in a module of 2 files', baseline, target: { ours: 40 } });
}

async function keystrokes(bench: Bench, folder: string, count: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const addresses = Array.from({ length: count }, (_, n) => `    "10.0.1.${n + 1}",\n`).join('');
  const locals = `locals {\n  namespace = "shop"\n  addresses = [\n${addresses}  ]\n}\n`;
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `db-${n}.tf`), pairText(n));
  writeFileSync(join(folder, 'locals.tf'), locals);
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const capabilities = { textDocument: { diagnostic: { dynamicRegistration: false } } };
  const client = await startOurs(bench, { capabilities, folder });
  client.open(uriOf('locals.tf'), locals);
  client.open(uriOf('db-0.tf'), pairText(0));
  const pull = (): Promise<unknown> =>
    client.ask('textDocument/diagnostic', { textDocument: { uri: uriOf('db-0.tf') } });
  await pull();
  const at = { line: 3, character: '    "10.0.1.1'.length };
  const end = { ...at, character: at.character + 1 };
  const times = await repeatedTimes(
    async (n) => {
      const range = n % 2 === 0 ? { start: at, end: at } : { start: at, end };
      client.change(uriOf('locals.tf'), range, n % 2 === 0 ? '1' : '');
      const since = performance.now();
      await pull();
      return performance.now() - since;
    },
    { count: bench.isQuick ? 20 : 60, warmUp: 20, patience: 5_000 },
  );
  await client.stop();
  return median(times);
}
