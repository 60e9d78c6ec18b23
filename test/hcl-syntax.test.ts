/** Syntax errors of Terraform: what HashiCorp's own parser accepts is never reported, and nearly all that it refuses is. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@cdktf/hcl2json';
import { readHcl } from '../server/src/frontends/hcl/read-hcl.ts';
import { root } from './support/root.ts';

/** Texts with lines `---` between them; `§` stands for a dollar sign. */
const accepted = String.raw`
a = 1
---
a = {a = 1, b = 2,}
---
a = {
  a = 1,
  b = 2
}
---
x = {"a": 1, b: 2}
---
x = { (k) = 1 }
---
a = {
  k = b
  (c) = 1
}
---
b "x" "y" {
}
---
b x {}
---
x "y" z {}
---
b { a = 1 }
---
a = [1, 2,]
---
a = [
  # first
  1, // one
  2  /* two */
]
---
a = (b ?
  1 : 2)
---
a = 1e5
---
a = b.0
---
a = b.*.c[0]["x"].d[*]
---
a = [b
.c]
---
a = f(
  1,
  2...
)
---
a = f (1)
---
a = provider::x::f(1)
---
a = [for x in y : x if x != null]
---
a = {for k, v in y : k => v...}
---
a = [for
x
in y
: x]
---
a = !b && c || -d
---
a = b-c
---
a = "§{a ? "b" : "c"}" == "x" ? 1 : 2
---
a = "%{ if x }y%{ endif } §§{z} %%{z} \u00e9\n\\\""
---
a = <<X
hi §{b} §§{c}
X
---
a = f(<<-X
  hi
  X
, 2)
---
b {
  a = <<EOT
x
  EOT
}
---
ä = "é 🧀"
---
a = {a = 1}.a
---
a = b()["x"].y
`;

const refused = String.raw`
a = 1 b = 2
---
x = { a = 1 b = 2 }
---
address { ip = "1"
}
---
address {
  ip = "1" }
---
b { a = 1, c = 2 }
---
b { c {} }
---
a =
1
---
a = true ?
1 : 2
---
a = b ? c
---
a = "x
y"
---
a = "x
---
a = 'x'
---
a = "\q"
---
a = [1 2]
---
a = [1,
,2]
---
a = {,}
---
a = f(,)
---
a = (b
---
a = b[
---
a = b.
---
a = b::c
---
b
---
= 1
---
}
---
b {
---
"a" = 1
---
a = <<X
hi
---
a = @
---
a = b => c
---
a = "x" "y"
---
a = "x"; b = 1
---
a = [for x in y, x]
---
a = 5 %
2
`;

const data = join(root, 'test/data/terraform');

async function isAccepted(text: string): Promise<boolean> {
  return parse('main.tf', text).then(
    () => true,
    () => false,
  );
}

function textsIn(list: string): readonly string[] {
  // A dollar sign before a brace would begin an interpolation of this file.
  return list.split('\n---\n').map((text) => `${text.replaceAll('§', '$').trim()}\n`);
}

const samples = readdirSync(data)
  .filter((name) => name.endsWith('.tf'))
  .map((name) => readFileSync(join(data, name), 'utf8'));

describe('HCL: syntax errors', () => {
  it('has none where the parser of Terraform has none', async () => {
    for (const text of [...textsIn(accepted), ...samples]) {
      assert.deepEqual([await isAccepted(text), readHcl(text, 'terraform').issues], [true, []], text);
    }
  });

  it('has one where the parser of Terraform has one', async () => {
    for (const text of textsIn(refused)) {
      const [issue] = readHcl(text, 'terraform').issues;
      assert.equal(await isAccepted(text), false, text);
      assert.ok(issue, text);
      assert.match(issue.message, /^[A-Z][^]*\.$/, text);
      assert.ok(issue.span.start < issue.span.end && issue.span.end <= text.length, text);
    }
  });

  it('agrees on random changes: no false error, and few that are missed', async () => {
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const characters = '{}[]()"=,.\n#$%<-:?a1 ';
    let missed = 0;
    let wrong = 0;
    for (let i = 0; i < 300; i++) {
      const text = samples[random(samples.length)] ?? '';
      const at = random(text.length);
      const [cut, added] = [random(3), random(2) === 0 ? '' : (characters[random(characters.length)] ?? '')];
      const changed = text.slice(0, at) + added + text.slice(at + cut);
      const hasIssue = readHcl(changed, 'terraform').issues.length > 0;
      if (await isAccepted(changed)) assert.ok(!hasIssue, changed.slice(Math.max(0, at - 60), at + 60));
      else if (hasIssue) wrong++;
      else missed++;
    }
    assert.ok(missed * 20 < wrong, `${missed} missed, ${wrong} found`);
  });

  it('has none in a template of another language', () => {
    assert.deepEqual(readHcl('{% if x %}\nb {\n', 'terraform').issues, []);
  });
});
