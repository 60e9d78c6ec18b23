/** Terraform files while they are typed: an edited text reads like a fresh one, nothing crashes, and half a block keeps its neighbours. */
import assert from 'node:assert/strict';
import { newestMinor } from '../server/src/contract/version.ts';
import { applyFixes } from '../server/src/edits/apply-fix.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { terraformSlotAt } from '../server/src/frontends/slot/terraform-slot.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { Reading } from '../server/src/project/reading.ts';
import { sliced } from '../server/src/text/long-text.ts';
import type { Span } from '../server/src/text/span.ts';
import type { Document, SourceFile } from '../server/src/tree/document.ts';
import { childrenOf, type Value } from '../server/src/tree/value.ts';
import { aloneAround, settingsFor } from './support/checking.ts';
import { mutate } from './support/mutate.ts';
import { pick, randomFrom } from './support/random.ts';
import { onlyDocument, readModule, terraformSamples } from './support/terraform.ts';

const samples = terraformSamples();

const pieces = [
  '"', '${', '}', '{', '[', ']', '(', ')', '=', ' = ', ',', '\n', '\r\n', '#', '//', '/*', '*/', '.', ' ', '%{', '$${', '<<X\n', '<<-Y\n',
  'X\n', 'local.', 'var.x', 'each.value', 'count = 2\n', 'for x in ', 'dynamic "port" {\n', 'content {', 'resource "', 'locals {\n',
  'port {', 'port = 80\n', 'metadata[0]', 'null', '?', ':', '\\', 'é😀', '🇪', '\0', '80', '"80"', 'tcp',
]; // prettier-ignore

function findingsIn(file: SourceFile): readonly string[] {
  return checkFile(file, settingsFor(newestMinor), aloneAround(file)).map(
    ({ diagnostic: { rule, span, message } }) => `${span.start}-${span.end} ${rule.code} ${message}`,
  );
}

describe('Terraform files after random edits', () => {
  for (const [number, { path, text }] of samples.entries())
    it(`read and check ${path} like a fresh text`, function () {
      this.timeout(30_000);
      const random = randomFrom(number + 1);
      const sibling = readModule({ path: 'others.tf', text: 'locals {\n  name = "x"\n}\n' });
      assert.ok(sibling);
      let edited = text;
      let reading: Reading | undefined;
      for (let i = 0; i < 120; i++) {
        // After some edits on top of each other, the text would be nonsense.
        if (i % 6 === 0) [edited, reading] = [text, undefined];
        const at = random(edited.length + 1);
        const end = Math.min(edited.length, at + (random(3) === 0 ? random(30) : random(2)));
        const piece = pick(random, pieces);
        edited = edited.slice(0, at) + piece + edited.slice(end);
        const change = { start: at, end, length: piece.length };
        reading = new Reading(path, sliced(edited), reading ? { before: reading, change } : {});
        const file = reading.read(false, () => []);
        const fresh = readFile(path, edited, { isPartial: false });
        assert.deepEqual(onlyDocument(file), onlyDocument(fresh));
        if (i % 6 === 5) assert.deepEqual(findingsIn(file), findingsIn(fresh));
      }
    });

  it('crash nothing, and keep all places in the text', function () {
    this.timeout(120_000);
    for (let seed = 0; seed < 20_000; seed++) {
      const { path, text } = samples[seed % samples.length] ?? { path: 'a.tf', text: '' };
      const broken = seed % 2 === 0 ? mutate(text, seed) : withPieces(text, seed);
      const file = readFile(path, broken, { isPartial: false });
      checkPlaces(onlyDocument(file), broken);
      if (seed % 50 === 0) findingsIn(file);
      if (seed % 10 === 0) terraformSlotAt(broken, seed % (broken.length + 1));
      if (seed % 400 === 0) assert.equal(typeof fixed(path, broken), 'string');
    }
  });
});

function withPieces(text: string, seed: number): string {
  const random = randomFrom(seed);
  let made = text;
  for (let i = 0; i <= random(4); i++) {
    const at = random(made.length + 1);
    made = made.slice(0, at) + pick(random, pieces) + made.slice(at + random(8));
  }
  return made;
}

/** After all fixes, each of which proves that it changes nothing else. */
function fixed(path: string, text: string): string {
  return applyFixes(path, text, { isPartial: false }, (file) =>
    checkFile(file, settingsFor(newestMinor), aloneAround(file)).flatMap(({ diagnostic: { fix }, document, start }) =>
      fix ? [{ fix, document, start }] : [],
    ),
  ).text;
}

function checkPlaces({ root, resources, neighbours, ignores }: Document, text: string): void {
  const check = ({ start, end }: Span): void => {
    assert.ok(start >= 0 && start <= end && end <= text.length, `${start}–${end} in ${text.length}`);
  };
  const visit = (value: Value): void => {
    check(value.span);
    if (value.kind === 'scalar' && value.origin && value.originFile === undefined) check(value.origin);
    if (value.kind === 'mapping') for (const { key } of value.entries) check(key);
    for (const child of childrenOf(value)) visit(child);
  };
  if (root) visit(root);
  for (const { span, head, terraform } of [...resources, ...neighbours]) {
    for (const each of [span, head, ...(terraform?.refused.map((refused) => refused.span) ?? [])]) check(each);
  }
  for (const { span } of ignores) check(span);
}

/** What is being typed before a whole resource. */
const halves: readonly string[] = [
  'resource "kubernetes_service_v1" "a',
  'resource "kubernetes_service_v1" "a"',
  'resource "kubernetes_service_v1" "a" {',
  'resource "kubernetes_service_v1" "a" {\n  metadata {',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name =',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name = "a',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name = "a\n  }\n}',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name = local.\n  }\n}',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    labels = {\n      app = "a"\n  }\n}',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    labels = {',
  'resource "kubernetes_service_v1" "a" {\n  spec {\n    cluster_ips = ["10.0.0.1",\n  }\n}',
  'resource "kubernetes_service_v1" "a" {\n  spec {\n    cluster_ips = [',
  'resource "kubernetes_service_v1" "a" {\n  spec {\n    port {\n      port = 80\n    }\n}',
  'resource "kubernetes_service_v1" "a" {\n  spec {\n    port {\n      port = (80\n    }\n  }\n}',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name = "${',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name = "${local.x',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name = "${local.x"\n  }\n}',
  'resource "kubernetes_service_v1" "a" {\n  metadata {\n    name = format("%s"\n  }\n}',
  'resource "kubernetes_service_v1" "a" {\n  dynamic "',
  'resource "kubernetes_service_v1" "a" {\n  spec {\n    dynamic "port" {\n      for_each = [for x in',
  'resource "kubernetes_service_v1" "a" {\n  count = var.x ?',
  'resource "kubectl_manifest" "a" {\n  yaml_body = <<YAML\napiVersion: v1\nkind: Service\n',
  'resource "kubectl_manifest" "a" {\n  yaml_body = <<-YAML\n    apiVersion: v1\n    kind: Service\n    ports: [\n',
  'resource "kubernetes_manifest" "a" {\n  manifest = {\n    kind = "Endpoints"\n    sub',
  'resource "kubernetes_manifest" "a" {\n  manifest = {\n    kind = "Endpoints"\n    subsets = [{\n      ports = [{ name = "a\n    }]\n  }\n}',
  'locals {\n  a = {\n    b = [\n',
  'locals {\n  a =',
  '/* a comment',
  'variable "a',
];

const whole = `resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name = "db"
  }
  subset {
    address {
      ip = "10.0.0.1"
    }
    port {
      name = "pg"
      port = 5432
    }
  }
}
`;

describe('half-typed Terraform', () => {
  it('keeps the resource below, but for a comment that does not end', () => {
    assert.equal(halves.length, 29);
    const wanted = plainOf(whole);
    assert.ok(wanted);
    const lost = halves.filter((half) => plainOf(`${half}\n\n${whole}`) !== wanted);
    assert.deepEqual(lost, ['/* a comment']);
  });

  it('keeps the resource above', () => {
    const wanted = plainOf(whole);
    assert.deepEqual(
      halves.filter((half) => plainOf(`${whole}\n${half}\n`) !== wanted),
      [],
    );
  });

  it('knows at each place what can be written, also in half a text', () => {
    for (const half of halves)
      for (let at = 0; at <= half.length; at++) {
        const slot = terraformSlotAt(`${half}\n\n${whole}`, at);
        if (slot) assert.ok(slot.typed.start <= at && at <= slot.typed.end);
        assert.ok(slot?.kind !== 'manifest' || slot.slot.word.startsWith(slot.slot.prefix));
      }
  });
});

/** What is read of the resource `db`, whatever is around it. */
function plainOf(text: string): string | undefined {
  const { resources } = onlyDocument(readModule({ path: 'main.tf', text }));
  const found = resources.find(({ key }) => key === 'kubernetes_endpoints_v1.db');
  if (!found) return undefined;
  const shown = (value: Value): unknown => {
    if (value.kind === 'mapping') return value.entries.map(({ name, value: each }) => [name, shown(each)]);
    if (value.kind === 'sequence') return value.items.map(shown);
    return value.kind === 'scalar' ? String(value.value) : value.why;
  };
  return JSON.stringify([text.slice(found.span.start, found.span.end), shown(found.properties)]);
}
