/** Writes the page that starts a workbench: with modules since VS Code 1.94, with VS Code's loader before. */

export function workbenchPage(configuration: string, usesModules: boolean): string {
  const style = usesModules ? 'code/browser/workbench/workbench.css' : 'workbench/workbench.web.main.css';
  return `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta id="vscode-workbench-web-configuration" data-settings="${escaped(configuration)}" />
    <meta id="vscode-workbench-web-base-url" data-settings="/build" />
    <meta id="vscode-workbench-auth-session" data-settings="" />
    <link rel="stylesheet" href="/build/out/vs/${style}" />
  </head>
  <body></body>
  ${usesModules ? moduleScripts : loaderScripts}
</html>`;
}

const moduleScripts = `
  <script>globalThis._VSCODE_FILE_ROOT = location.origin + '/build/out/';</script>
  <script src="/build/out/nls.messages.js"></script>
  <script type="module" src="/build/out/vs/code/browser/workbench/workbench.js"></script>`;

const loaderScripts = `
  <script src="/build/out/vs/loader.js"></script>
  <script src="/build/out/vs/webPackagePaths.js"></script>
  <script>
    const base = location.origin + '/build';
    const paths = Object.entries(self.webPackagePaths).map(([name, path]) => [name, base + '/node_modules/' + name + '/' + path]);
    require.config({
      baseUrl: base + '/out',
      paths: Object.fromEntries(paths),
      recordStats: true,
      trustedTypesPolicy: trustedTypes.createPolicy('amdLoader', { createScriptURL: (url) => url }),
    });
  </script>
  <script src="/build/out/vs/workbench/workbench.web.main.nls.js"></script>
  <script src="/build/out/vs/workbench/workbench.web.main.js"></script>
  <script src="/build/out/vs/code/browser/workbench/workbench.js"></script>`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
