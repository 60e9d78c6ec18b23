/**
 * Writes the repository's name and the version into recipes and pages. Until the name is set, they name the reader's own
 * copy and a file of `npm pack`: anyone could register a name that is free.
 */
import { repositoryOf } from './repository.mjs';

/** What a recipe names, and where: each pattern matches with and without a name. */
const patterns = {
  action: /(?<=uses: )(?!actions\/|github\/)[\w.-]+\/[\w.-]+@v\S+/g,
  hooks: /(?<=- repo: )\S+\n +rev: \S+/g,
  template: /(?<=remote: )\S+/g,
  package: /(?<=--package=|npm install --global |ENDPOINTS_PACKAGE: )[^\s"]+/g,
  image: /(?:ghcr\.io\/[\w./-]+|registry\.example\.com\/endpoints):\d[\w.-]*/g,
};

/** The files with such recipes or with parts between `<!-- repository: … -->` and `<!-- end -->`. */
export const filesWithName = [
  'README.md',
  'docs/ci.md',
  'docs/editors.md',
  'docs/security.md',
  'integrations/argocd/presync-job.yaml',
  'integrations/gitlab.yml',
];

export function textWithName(path, text, manifest) {
  const values = valuesOf(manifest);
  const parts = partsOf(manifest);
  const named = Object.entries(patterns).reduce((old, [name, pattern]) => old.replace(pattern, values[name]), text);
  return named.replace(/(<!-- repository: (\S+) -->\n)[^]*?(<!-- end -->)/g, (_, start, name, end) => {
    if (!Object.hasOwn(parts, name))
      throw new Error(`${path} has a part "${name}", which scripts/repository-texts.mjs lacks.`);
    return `${start}${parts[name] === '' ? '' : `\n${parts[name]}\n\n`}${end}`;
  });
}

function valuesOf(manifest) {
  const { name, version } = manifest;
  const repository = repositoryOf(manifest);
  const copy = `https://git.example.com/OWNER/${name}`;
  const hooks = (url) => `${url}\n    rev: v${version}`;
  const template = `v${version}/integrations/gitlab.yml`;
  if (!repository)
    return {
      action: `OWNER/${name}@v${version}`,
      hooks: hooks(copy),
      template: `${copy}/-/raw/${template}`,
      package: `./${name}-${version}.tgz`,
      image: `registry.example.com/endpoints:${version}`,
    };
  return {
    action: `${repository.owner}/${repository.name}@v${version}`,
    hooks: hooks(repository.url),
    template: `https://raw.githubusercontent.com/${repository.owner}/${repository.name}/${template}`,
    package: `${name}@${version}`,
    image: `${repository.image}:${version}`,
  };
}

function partsOf(manifest) {
  const { name, version, publisher } = manifest;
  const repository = repositoryOf(manifest);
  const extension = `endpoints-${version}.vsix`;
  if (!repository)
    return {
      badges: '',
      playground: `\`npm run site:preview\` in a checkout serves the documentation and a playground: an editor with the language server in your browser. Nothing you write there is sent.`,
      install: `You need Node 20.19 or newer, and git. Nothing is in a registry yet, so everything is built in a checkout:

| What | Command |
|---|---|
| the programs \`endpoints\` and \`endpoints-language-server\`, their man pages, and [a library](docs/api.md) | \`npm install -g "$(npm pack)"\` |
| the extension for VS Code | \`npm run package && code --install-extension ${extension}\` |
| the GitHub action | [a copy of this repository](docs/ci.md#github) |
| an image without network, root and writable files | [\`docker build -t endpoints .\`](docs/ci.md#containers) |
| an executable that needs no Node | [\`npm run build && node scripts/release/executable.mjs out/executable\`](docs/publishing.md#executables) |`,
      action: `Replace \`OWNER\` by the owner of your copy of this repository. The copy needs [a release](docs/publishing.md).`,
      recipes: `The project is not published yet. The recipes name your copy of the repository, \`OWNER/${name}\`, and its [releases](publishing.md); the file \`${name}-${version}.tgz\`, which \`npm pack\` makes in a checkout and which you add to your repository; and the image \`registry.example.com/endpoints:${version}\`, which \`docker build\` makes.`,
      setups: `The setups of this page need only [a server that you build](#install-the-server) in a checkout; the second table says which were tested. Nothing is published: no editor's registry, plugin manager or marketplace has this server yet. [integrations.md](integrations.md) has the entries that are ready for them, and says where each goes. Once its owner has submitted them, these setups get shorter:

| Editor | Today | Once published |
|---|---|---|
| VS Code | \`npm run package\`, and install the file | install "Kubernetes Endpoints" from the Marketplace or Open VSX |
${setupsIn('a checkout')}
| all others | the server from a checkout | the server from the npm registry or Homebrew, and the same setup |`,
      server: `You need Node 20.19 or newer. The package is not in the npm registry yet, so take it from a checkout:

${shell('npm install --global "$(npm pack)"')}`,
      'server-extension': `The extension contains the server. It is not in the Marketplace yet, so build it in a checkout and install the file:

${shell('npm run package', `code --install-extension ${extension}`)}`,
      vulnerability: 'Report it to the people who gave you the project before you publish it.',
    };
  const { url } = repository;
  const install = shell(`code --install-extension ${publisher}.${name}`);
  return {
    badges: [
      `[![CI](${url}/actions/workflows/ci.yml/badge.svg)](${url}/actions/workflows/ci.yml)`,
      `[![Release](https://img.shields.io/npm/v/${name})](${url}/releases)`,
    ].join(' '),
    playground: `[Try it in the playground](${repository.site}playground/): an editor with the language server in your browser. Nothing you write there is sent.`,
    install: `| What | Command |
|---|---|
| the programs \`endpoints\` and \`endpoints-language-server\`, their man pages, and [a library](docs/api.md), with Node 20.19 or newer | \`npm install -g ${name}\` |
| the extension for VS Code | \`code --install-extension ${publisher}.${name}\` |
| the GitHub action | [\`uses: ${repository.owner}/${repository.name}@v${version}\`](docs/ci.md#github) |
| an image without network, root and writable files | [\`docker run ${repository.image}:${version}\`](docs/ci.md#containers) |
| an executable that needs no Node | [the releases](${url}/releases) |`,
    action: `The action is a part of this repository.`,
    recipes: `The recipes use version ${version} of [${repository.owner}/${repository.name}](${url}).`,
    setups: `The extension for VS Code is in the Marketplace and Open VSX, and [the server](#install-the-server) is in the npm registry. [integrations.md](integrations.md) has entries for the registries of other editors, and says where each goes. Once an entry is accepted, the setup gets shorter:

| Editor | Without the entry | With the entry |
|---|---|---|
${setupsIn('the npm registry')}
| all others | the server from the npm registry | the server from Homebrew, and the same setup |`,
    server: `You need Node 20.19 or newer:

${shell(`npm install --global ${name}`)}`,
    'server-extension': `The extension contains the server. Install it from the Marketplace or Open VSX:

${install}`,
    vulnerability: `[Report it in private](${url}/security/advisories/new) before you publish it.`,
  };
}

/** The rows of editors whose registries have an entry in integrations/. */
function setupsIn(origin) {
  const server = `the server from ${origin}`;
  return `| Neovim 0.11 and later | ${server}, and \`vim.lsp.config\` | \`:MasonInstall endpoints-language-server\`, nvim-lspconfig, and only \`vim.lsp.enable('endpoints')\` |
| Emacs with lsp-mode | ${server}, and the client below | \`M-x lsp-install-server\`, without a setup |
| Helix | ${server}, and \`languages.toml\` | only the lists \`language-servers\` |
| Zed | ${server}, in place of the YAML server | the extension "Kubernetes Endpoints", beside the YAML server and for programs |
| JetBrains IDEs | ${server}, and [the folder of a template](#jetbrains-ides) | select the template "Endpoints Language Server", which installs the server |`;
}

function shell(...lines) {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}
