/** Readers of Endpoints in the commands of makefiles, images, pipelines, containers, notes and programs. */
import assert from 'node:assert/strict';
import { commandsFixed, commandsFound } from './support/command-readers.ts';

const person = 'kubectl-read person core/mq';
const rewrite = 'kubectl-read rewrite core/mq';

describe('commands in suites of Robot Framework', () => {
  const suite = (lines: string): string => `*** Test Cases ***\nIt Answers\n${lines.replace(/^/gm, '    ')}\n`;
  const found = (lines: string): readonly string[] => commandsFound('suites/queue.robot', suite(lines));

  it('are arguments of keywords', () => {
    assert.deepEqual(found('Run With Kubeconfig    oc get svc,ep -n core -l app=mq'), [
      '3 kubectl-read later rewrite generated',
    ]);
    assert.deepEqual(found('Run    kubectl get ep mq -n core    # kubectl get ep'), ['3 kubectl-read person core/mq']);
    assert.deepEqual(found('${all}=    Run\n...    kubectl get svc,ep -n core'), ['4 kubectl-read person core/mq']);
    assert.deepEqual(found('Run\tkubectl delete endpoints mq -n core'), ['3 kubectl-write person core/mq']);
    const text = suite('Run    kubectl get svc,ep -n core');
    assert.equal(commandsFixed('suites/queue.robot', text), text.replace('svc,ep', 'svc,endpointslices'));
  });

  it('are not comments, logs and documentation', () => {
    for (const line of [
      '# Run    kubectl get ep mq',
      '[Documentation]    Runs\n...    kubectl get ep mq',
      'Log    kubectl get ep mq',
      'Run    echo kubectl get ep mq',
    ])
      assert.deepEqual(found(line), [], line);
  });
});

describe('commands in other files', () => {
  it('are found in the recipes of makefiles', () => {
    const text = `NS ?= core
IP := $(shell kubectl get ep mq -n core -o name)
show: ## kubectl get endpoints
\t@echo "kubectl get endpoints"
\t-@$(KUBECTL) get ep mq -n $(NS)
check:
\tkubectl get ep mq -n $(NS)
move:
\tkubectl -n $(NS) patch endpoints mq \\
\t  -p '{}'
`;
    assert.deepEqual(commandsFound('Makefile', text), [
      `2 ${person}`,
      `5 ${rewrite}`,
      `7 ${person}`,
      '9 kubectl-write person core/mq',
    ]);
    assert.match(
      commandsFixed('Makefile', text),
      /get endpointslices -l kubernetes.io\/service-name=mq -n \$\(NS\)\ncheck/,
    );
  });

  it('are found in both forms of a Dockerfile', () => {
    const text = `FROM example/kubectl:1
# RUN kubectl get endpoints
RUN true && \\
    # kubectl get ep
    kubectl get ep mq -n core
HEALTHCHECK --interval=5s \\
  CMD kubectl get ep mq -n core
ENTRYPOINT ["kubectl"]
CMD ["get", "endpoints", "mq", "-n", "core"]
LABEL help="kubectl get endpoints"
`;
    assert.deepEqual(commandsFound('Dockerfile', text), [`5 ${person}`, `7 ${person}`, `9 ${person}`]);
  });

  it('are found in the steps of a Jenkinsfile', () => {
    const text = `// sh 'kubectl get endpoints'
stage('kubectl get endpoints') {
  echo 'kubectl get ep'
  sh 'kubectl get ep mq -n core | grep x'
  sh(returnStdout: true, script: "kubectl get ep mq -n core")
  sh """
    oc -n core wait ep/mq --for=create
  """
}
`;
    assert.deepEqual(commandsFound('Jenkinsfile', text), [
      `4 ${person}`,
      `5 ${person}`,
      '7 kubectl-wait person core/mq',
    ]);
  });

  it('are likely in the notes of a chart, and keep the name of its template', () => {
    const text = `If kubectl get endpoints shows nothing, wait.
kubectl get endpoints shows the addresses.
  kubectl get ep {{ include "x.name" . }}-mq -n {{ .Release.Namespace }}
Run \`kubectl get endpoints\`.
  export IP=$(kubectl get ep {{ .Release.Name }} -o jsonpath="{.subsets}")
`;
    assert.deepEqual(commandsFound('chart/templates/NOTES.txt', text), [
      '3 kubectl-read? rewrite *',
      '4 kubectl-read? rewrite *',
      '5 kubectl-read? person *',
    ]);
    assert.match(
      commandsFixed('chart/templates/NOTES.txt', text),
      /get endpointslices -l kubernetes\.io\/service-name=\{\{ include "x.name" \. \}\}-mq -n/,
    );
  });

  it('are found in pipelines, at their lines', () => {
    const text = `name: kubectl get endpoints
env: {NS: core}
jobs:
  a:
    steps:
      - name: kubectl get ep mq
        run: |
          echo "kubectl get ep"
          kubectl get ep mq -n $NS
      - run: >-
          kubectl -n \${{ env.NS }}
          wait endpoints/mq
      - run: "kubectl get ep mq -n core | grep \\"10\\""
      - uses: example/notify@v1
        with: {message: kubectl get endpoints, description: kubectl get ep}
`;
    assert.deepEqual(commandsFound('.github/workflows/a.yml', text), [
      `9 ${person}`,
      '12 kubectl-wait person core/mq',
      `13 ${person}`,
    ]);
  });

  it('are found in containers, probes and the scripts of a ConfigMap', () => {
    const text = `apiVersion: v1
kind: Pod
metadata: {name: a, namespace: core, annotations: {runbook: kubectl get endpoints}}
spec:
  containers:
    - command: [kubectl]
      args: [get, endpoints, mq]
      livenessProbe:
        exec:
          command:
            - sh
            - -c
            - |
              true
              kubectl get ep -o name
    - args: [--endpoints=/live, "get endpoints"]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  README.md: kubectl get endpoints
  check.sh: |
    kubectl get ep mq
`;
    assert.deepEqual(commandsFound('k8s/pod.yaml', text), [`7 ${person}`, `15 ${person}`, `24 ${person}`]);
  });

  it('are rewritten in targets that people start', () => {
    const task = `version: '3'
vars: {NS: core}
tasks:
  show:
    desc: kubectl get endpoints
    cmds:
      - kubectl get ep mq -n {{.NS}}
    status: ['kubectl get ep mq -n core']
`;
    assert.deepEqual(commandsFound('Taskfile.yml', task), [`7 ${rewrite}`, `8 ${person}`]);
    const scripts = `{
  "description": "kubectl get endpoints",
  "scripts": {
    "ep": "kubectl get ep mq -n core",
    "test": "kubectl get ep mq -n core"
  }
}
`;
    assert.deepEqual(commandsFound('package.json', scripts), [`4 ${rewrite}`, `5 ${person}`]);
    assert.match(
      commandsFixed('package.json', scripts),
      /"ep": "kubectl get endpointslices -l kubernetes.io\/service-name=mq -n core"/,
    );
  });

  it('are silent in texts for people', () => {
    const text = `groups:
  - rules:
      - annotations:
          description: |
            Run
            kubectl get endpoints mq
          message: kubectl get ep
steps:
  - title: x
    command: kubectl get endpoints
`;
    assert.deepEqual(commandsFound('rules.yaml', text), []);
    assert.deepEqual(commandsFound('docs/help.md', '```sh\nkubectl get endpoints\n```\n'), []);
  });
});

describe('commands in programs', () => {
  it('are found in Go', () => {
    const text = `// exec.Command("kubectl", "get", "endpoints")
func a() {
	exec.CommandContext(ctx, "kubectl", "-n", "core",
		"get", "endpoints/mq")
	exec.Command("sh", "-c", fmt.Sprintf("kubectl get ep %s -n core", name))
	exec.Command("kubectl", "exec", "p", "--", "kubectl", "get", "ep")
	fmt.Println("kubectl get endpoints mq")
	return fmt.Errorf("kubectl get endpoints failed")
	http.Get(host + "/api/v1/namespaces/" + ns + "/endpoints/mq")
	mux.HandleFunc("/api/v1/namespaces/core/endpoints/mq", h)
}
`;
    assert.deepEqual(commandsFound('a.go', text), [`4 ${person}`, `5 ${person}`, '9 api-path person core/mq']);
  });

  it('are found in Python, but not in descriptions', () => {
    const text = `"""kubectl get endpoints mq"""
import subprocess
NS = "core"
def f(name, ns="shop"):
    """Asks /api/v1/namespaces/core/endpoints/mq"""
    subprocess.run(["kubectl", "get", "endpoints", name, "-n", NS])
    subprocess.check_output(f"kubectl get ep {name} -n {NS}", shell=True)
    kubectl(["-n", "core", "get", "endpoints"])
    run(["kubectl", "get", "ep", name, "-n", ns])
    print("kubectl get endpoints")
    raise RuntimeError("kubectl get endpoints is empty")
command_help = "kubectl get endpoints mq"
`;
    assert.deepEqual(commandsFound('a.py', text), [
      `6 ${person}`,
      `7 ${person}`,
      `8 ${person}`,
      '9 kubectl-read person *',
    ]);
  });

  it('are found in JavaScript, jsonnet and HCL', () => {
    assert.deepEqual(
      commandsFound(
        'a.ts',
        "execSync('kubectl get ep mq -n core');\nconsole.log('kubectl get ep');\n// execSync('kubectl get ep')\n",
      ),
      [`1 ${person}`],
    );
    assert.deepEqual(
      commandsFound(
        'a.jsonnet',
        "{ a: { command: ['kubectl', 'get', 'ep', 'mq'] },\n  description: 'kubectl get ep' }\n",
      ),
      [`1 ${person}`],
    );
    const hcl = `variable "x" { description = "kubectl get endpoints" }
provisioner "local-exec" {
  command = <<-EOT
    # kubectl get ep
    kubectl wait ep/mq -n core --for=create
  EOT
}
`;
    assert.deepEqual(commandsFound('a.tf', hcl), ['5 kubectl-wait person core/mq']);
  });
});
