/** The texts of --help. */

export const help = `endpoints: checks hand-written Kubernetes Endpoints as the API server will

Usage
  endpoints check [PATH…]      check files, directories, globs or standard input (-)
  endpoints apply FILES…       show what server-side apply makes of files, and what conflicts
  endpoints convert PATH…      move Endpoints to EndpointSlices, or back
  endpoints slices FILES…      show the EndpointSlices that Kubernetes makes of Endpoints
  endpoints explain CODE       show the page of a rule
  endpoints rules              list all rules

  endpoints COMMAND --help     the options of a command
  endpoints --version

Examples
  endpoints check                                    everything below this directory
  endpoints check k8s/ 'charts/**/*.yaml' --fix      and correct what is safe to correct
  kubectl get endpoints -A -o json | endpoints check -
  endpoints apply base.yaml patches/                 who owns what afterwards, and who conflicts
  endpoints convert --to endpointslice k8s/          a diff; --write writes it
  endpoints explain loopback-ip

Exit codes
  0 clean   1 findings, a conflict, or something to convert by hand
  2 wrong usage or configuration, or an unreadable path   3 a bug of ours
`;

export const checkHelp = `Usage: endpoints check [PATH…] [options]

Checks Endpoints and EndpointSlices in Kubernetes YAML and JSON, Helm templates and Pulumi programs.
PATH is a file, a directory (searched for .yaml, .yml and .json, leaving out what .gitignore
excludes), a quoted glob, or - for standard input. Without a PATH: this directory.

Options
  --fix                         apply the safe fixes and report what remains
  --format text|json            how to report (text)
  --kubernetes-version 1.N      the version to check against, from 1.20 (the newest)
  --severity CODE=LEVEL         off, hint, info, warning or error; may be repeated
  --max-warnings N              more warnings than N count as failure
  --quiet                       report errors only
  --config FILE                 settings (endpoints.config.yaml here or above)
  --help

Examples
  endpoints check --kubernetes-version 1.30 k8s/
  endpoints check --severity deprecated-endpoints=off --max-warnings 0
`;

export const applyHelp = `Usage: endpoints apply FILES… [options]
       endpoints apply --steps FILE [--kubernetes-version 1.N]

Shows what server-side apply makes of the files before it happens: each resource as it will be,
which field manager owns which field, and which fields two of them set differently.
FILES are files, directories, globs or -, as for "endpoints check". Programs are applied as by
Pulumi, in their own order; manifests one after the other, as by kubectl apply --server-side.

Options
  --live FILE                   the resources as the cluster has them, printed with
                                kubectl get endpoints NAME -o yaml --show-managed-fields
  --field-manager NAME          who applies the manifests (kubectl)
  --force-conflicts             manifests take fields from other managers
  --format text|json            how to report (text)
  --kubernetes-version 1.N      the version whose API server decides, from 1.20 (the newest)
  --steps FILE                  replay the requests in a JSON file (- for standard input) one after
                                the other on one object, and print the answers as JSON
  --help

A file of steps is {"steps": […]} or the bare list. A step is
  {"operation": "create", "update" or "apply", "manager": NAME, "force": true or false, "config": OBJECT}
and is answered by {"result": …}, {"conflicts": […]} or {"rejected": …}.

Exit codes
  0 no conflict; with --steps: the replay ran   1 a conflict in some order, or a refused apply
  2 wrong usage, an unreadable file, or nothing certain to say: then nothing is printed

Examples
  endpoints apply k8s/db.yaml k8s/db-patch.yaml --live live.yaml
  endpoints apply --steps steps.json
`;

export const convertHelp = `Usage: endpoints convert [--to endpointslice|endpoints] PATH… [options]

Moves Endpoints to EndpointSlices, or back, in manifests and in Pulumi YAML programs: what is written
is kept, with its comments, and what cannot be kept is named. Resources with errors stay as they are.
PATH is a file, a directory, a quoted glob, or - for standard input, as for "endpoints check".

What to do with the result
  --diff                        show it as a diff, for git apply or patch -p1 (this is the default)
  --stdout                      print the texts that change, as one YAML stream; of a single file, its text
  --write                       show the diff, ask on a terminal, and write the files
  --yes, -y                     write without asking
  --report                      count what converts, what is lost, what needs a person; writes nothing
  --format text|json|markdown   how to report (text); markdown is for a pull request

Options
  --to endpointslice|endpoints  what to convert to (endpointslice)
  --mode replace|add            add keeps the Endpoints, labeled so that they are not mirrored (replace)
  --managed-by NAME             who looks after the slices, as a label (hand-written)
  --kubernetes-version 1.N      the version to convert for, from 1.20 (the newest)
  --config FILE                 settings (endpoints.config.yaml here or above)
  --help

Results go to standard output; problems, and what needs a person, to standard error. Each file is
written as a whole or not at all, and not if it has changed since it was read.

Exit codes
  0 everything converts that should, or there is nothing to convert   1 something needs a person
  2 wrong usage, or a file that cannot be read or written   3 a bug of ours

Examples
  endpoints convert --to endpointslice k8s/
  endpoints convert --to endpointslice --write k8s/ --managed-by platform-team
  endpoints convert --to endpointslice --report --format markdown . > report.md
  helm template . | endpoints convert --to endpointslice --stdout -
`;

export const slicesHelp = `Usage: endpoints slices FILES… [options]

Shows which EndpointSlices the control plane makes of Endpoints, and what of them is lost on the way.
FILES are files, directories, globs or -, as for "endpoints check". There are no slices without the
Service of the same namespace and name, so name its file as well.

Options
  --assume-service              take for granted a Service that is not among the files
  --format text|json            how to report (text)
  --kubernetes-version 1.N      the version whose control plane mirrors, from 1.20 (the newest)
  --help

Exit codes
  0 told   1 the API server refuses an Endpoints or one of its slices
  2 wrong usage, an unreadable file, or Endpoints of which it cannot be told; the others are shown

Examples
  endpoints slices k8s/
  kubectl get service,endpoints -A -o yaml | endpoints slices - --format json
`;

export const explainHelp = `Usage: endpoints explain CODE

Shows the page of a rule: what it asks for, why, an example and a way out.
"endpoints rules" lists the codes.
`;

export const rulesHelp = `Usage: endpoints rules

Lists all rules: code, who enforces it, default level, what it asks for.
`;
