/**
 * Serves a workbench without a server, as on vscode.dev: the extensions run in a Web Worker, and the workspace is a file
 * system in memory.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { atEnd } from './at-end.ts';
import { calmSettings } from './settings.ts';
import { workbenchPage } from './web-page.ts';
import { withoutServer } from './without-server.ts';

export interface WebHostOptions {
  /** The folder of the workbench. */
  readonly build: string;
  /** The folders of the extensions. */
  readonly extensions: readonly string[];
  /** The texts of the workspace by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

interface Reply {
  readonly type: string;
  readonly body: string | Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

const script = 'text/javascript';

/** Returns the URL of the page; the host ends with the run. */
export async function serveWorkbench({ build, extensions, files }: WebHostOptions): Promise<string> {
  const usesModules = manifestOf(build).type === 'module';
  const reply = (path: string, host: string): Reply | undefined => {
    const configuration = JSON.stringify(configurationOf(host, extensions.length));
    if (path === '/') return { type: 'text/html', body: workbenchPage(configuration, usesModules) };
    // The main script of the oldest workbench requests its configuration here.
    if (path === '/product.json') return { type: 'application/json', body: configuration };
    // In the folder of the extensions: the file system in memory knows only its own URL.
    if (path === '/extensions/workspace.json') return { type: 'application/json', body: JSON.stringify(files) };
    const [, root = '', index = ''] = path.split('/');
    if (root === 'build') return fileReply(build, path.slice('/build'.length), usesModules);
    if (root !== 'extensions') return undefined;
    return fileReply(extensions[Number(index)], path.slice(`/extensions/${index}`.length), false);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const found = reply(decodeURIComponent(pathname), request.headers.host ?? '');
    response.writeHead(found ? 200 : 404, {
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'no-store',
      'Content-Type': found?.type ?? 'text/plain',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.end(found?.body ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function fileReply(folder: string | undefined, path: string, isServerBuild: boolean): Reply | undefined {
  const file = join(folder ?? '/nowhere', normalize(path));
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  if (isServerBuild && path.endsWith('/code/browser/workbench/workbench.js')) {
    return { type: script, body: withoutServer(readFileSync(file, 'utf8')) };
  }
  return { type: types[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) };
}

/** The workbench's configuration: no remote authority, a virtual folder, and our extensions as built-in ones. */
function configurationOf(authority: string, extensions: number): unknown {
  const addresses = Array.from({ length: extensions }, (_, index) => ({
    scheme: 'http',
    authority,
    path: `/extensions/${index}`,
  }));
  return {
    additionalBuiltinExtensions: addresses,
    configurationDefaults: calmSettings,
    enableWorkspaceTrust: false,
    folderUri: { scheme: 'memfs', path: '/' },
    productConfiguration: {
      enableTelemetry: false,
      // Of webviews: without their own host names, which do not exist here.
      webviewContentExternalBaseUrlTemplate: `http://${authority}/build/out/vs/workbench/contrib/webview/browser/pre/`,
    },
    // Otherwise the worker starts in a frame of another origin, which this host cannot serve.
    _wrapWebWorkerExtHostInIframe: false,
    // Server builds require these values.
    isEnabledCoderGettingStarted: false,
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    userDataPath: '/user',
  };
}

function manifestOf(build: string): { readonly type?: string } {
  return JSON.parse(readFileSync(join(build, 'package.json'), 'utf8')) as { readonly type?: string };
}
