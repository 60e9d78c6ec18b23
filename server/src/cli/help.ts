/** The texts of --help. */

export const help = `endpoints: checks hand-written Kubernetes Endpoints as the API server will

Usage
  endpoints check [PATH…]      check files, directories, globs or standard input (-)
  endpoints explain CODE       show the page of a rule
  endpoints rules              list all rules

  endpoints COMMAND --help     the options of a command
  endpoints --version

Examples
  endpoints check                                    everything below this directory
  endpoints check k8s/ 'charts/**/*.yaml' --fix      and correct what is safe to correct
  kubectl get endpoints -A -o json | endpoints check -
  endpoints explain loopback-ip

Exit codes
  0 clean   1 findings   2 wrong usage or configuration, or an unreadable path   3 a bug of ours
`;

export const checkHelp = `Usage: endpoints check [PATH…] [options]

Checks Endpoints in Kubernetes YAML and JSON, in Helm templates and in Pulumi YAML programs.
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

export const explainHelp = `Usage: endpoints explain CODE

Shows the page of a rule: what it asks for, why, an example and a way out.
"endpoints rules" lists the codes.
`;

export const rulesHelp = `Usage: endpoints rules

Lists all rules: code, who enforces it, default level, what it asks for.
`;
