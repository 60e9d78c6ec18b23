/** Plans of Terraform that are something else, cut or long. */
import assert from 'node:assert/strict';
import { check } from '../server/src/api.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { mayBePlan } from '../server/src/frontends/terraform/plan/plan-text.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import {
  cacheManifest,
  databaseEndpoints,
  databaseService,
  loopbackYaml,
  plainPort,
  planText,
  plannedEndpoints,
  yamlBody,
} from './support/terraform-plans.ts';

const plan = planText([databaseService, databaseEndpoints('127.0.0.1'), cacheManifest]);

describe('terraform: texts like plans', () => {
  const having = temporary(folderOf);
  it('give a way out for a state as Terraform stores it', () => {
    const state =
      '{\n  "version": 4,\n  "terraform_version": "1.9.5",\n  "serial": 1,\n  "lineage": "5b1c",\n  "resources": []\n}\n';
    const folder = having({ 'terraform.tfstate': state });
    for (const { err, code } of [folder.run('check', 'terraform.tfstate'), folder.runWith(state, 'check', '-')]) {
      assert.equal(code, 2);
      assert.match(
        err,
        /is a state in the form in which Terraform stores it\. Run: terraform show -json \| endpoints check -\n$/,
      );
    }
  });

  it('give a way out for Terraform under another name', () => {
    const hcl = '# Ours\n\nresource "kubernetes_endpoints_v1" "db" {\n  metadata {\n    name = "db"\n  }\n}\n';
    const folder = having({ 'main.hcl': hcl, 'main.tf.tmpl': hcl, 'README.md': hcl });
    for (const { err, code } of [
      folder.runWith(hcl, 'check', '-'),
      folder.run('check', 'main.hcl'),
      folder.run('check', 'main.tf.tmpl'),
    ]) {
      assert.equal(code, 2);
      assert.match(
        err,
        /is Terraform, which is read under the endings \.tf and \.tofu\. Give its name: --stdin-filename main\.tf/,
      );
    }
    assert.equal(folder.runWith(hcl, 'check', '-', '--stdin-filename', 'main.tf').err, '');
    assert.equal(folder.run('check', 'README.md').code, 0);
    assert.equal(folder.runWith('resource "aws_s3_bucket" "b" {\n}\n', 'check', '-').code, 0);
  });

  it('give a way out for a saved plan and for the log of a plan', () => {
    const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(22, 0x80), Buffer.from('tfplan endpoint')]);
    const log =
      '{"@level":"info","@message":"Terraform 1.9.5","@module":"terraform.ui","type":"version"}\n{"@level":"info"}\n';
    const folder = having({ 'plan.out': zip, 'log.json': log });
    const runs = [folder.run('check', 'plan.out'), folder.runWith(zip, 'check', '-'), folder.run('check', 'log.json')];
    const show = (file: string): string => `terraform show -json ${file} | endpoints check -`;
    assert.deepEqual(
      runs.map(({ err }) => err),
      [
        `endpoints: plan.out is a saved plan of Terraform, which is not text. Run: ${show('plan.out')}\n`,
        `endpoints: <stdin> is a saved plan of Terraform, which is not text. Run: ${show('FILE')}\n`,
        `endpoints: log.json is the log of "terraform plan -json", not the plan. Save the plan with -out=plan.out and run: ${show('plan.out')}\n`,
      ],
    );
    assert.deepEqual(
      runs.map(({ code }) => code),
      [2, 2, 2],
    );
  });

  it('may be cut anywhere', () => {
    const text = planText([
      databaseService,
      databaseEndpoints('127.0.0.1'),
      cacheManifest,
      yamlBody({ yaml_body: loopbackYaml }),
    ]);
    for (let i = 0; i < 200; i++) {
      const cut = text.slice(0, Math.floor((text.length * i) / 200));
      assert.doesNotThrow(() => check(cut, { name: 'plan.json' }));
      const file = readFile('plan.json', cut, { isPartial: false });
      if (mayBePlan(cut)) assert.equal(file.parts.flatMap(({ document }) => document.resources).length, 0, cut);
    }
    const half = text.slice(0, text.length - 200);
    assert.deepEqual(
      check(half, { name: 'plan.json' }).map(({ code }) => code),
      ['syntax-error'],
    );
  });

  it('may hold values of every other type', () => {
    const others = ['null', 'true', '7', '"x"', '[]', '{}', '[[null]]'];
    const members = [
      '"planned_values"',
      '"root_module"',
      '"resources"',
      '"values"',
      '"metadata"',
      '"subset"',
      '"address"',
      '"manifest"',
      '"after_unknown"',
      '"resource_changes"',
      '"expressions"',
    ];
    for (const member of members)
      for (const other of others) {
        const at = plan.indexOf(`${member}:`);
        assert.ok(at > 0, member);
        const text = `${plan.slice(0, at)}${member}:${other},"was":${plan.slice(at + member.length + 1)}`;
        assert.doesNotThrow(() => check(text, { name: 'plan.json' }), `${member} ${other}`);
      }
  });

  it('take time that grows as they do', () => {
    const costOf = (count: number): number => {
      const many = Array.from({ length: count }, (_, i) =>
        plannedEndpoints(
          `module.edge[${i}].kubernetes_endpoints_v1.db`,
          `db-${i}`,
          ['10.20.0.15', '10.20.0.16'],
          plainPort,
        ),
      );
      const text = planText(many);
      const before = process.cpuUsage().user;
      assert.equal(readFile('plan.json', text, { isPartial: false }).parts[0]?.document.resources.length, count);
      return process.cpuUsage().user - before;
    };
    costOf(500);
    const ratios: number[] = [];
    while (ratios.every((ratio) => ratio > 16) && ratios.length < 3) ratios.push(costOf(10_000) / costOf(1_250));
    assert.ok(
      ratios.some((ratio) => ratio <= 16),
      ratios.join(', '),
    );
  });

  it('are not looked for in other JSON, which is not parsed', () => {
    const filler = `"${'x'.repeat(1000)}": [1, 2, 3],`.repeat(5000);
    const others = [
      `{${filler} "values": {"root_module": {}}}`,
      `{"format_version": "1.2", ${filler} "values": {}}`,
      `{"format_version": "1.2", ${filler} "planned_values": {"root_module": {"resources": []}}}`,
    ];
    for (const text of others) {
      const { parts } = readFile('other.json', text, { isPartial: false });
      assert.equal(parts.length, 1);
      assert.equal(parts[0]?.document.root, undefined);
    }
  });
});
