/** Writes the page of the Traffic view: a script and a style sheet of the extension, and nothing from elsewhere. */
import { Uri, type Webview } from 'vscode';

/** The folder with the script and the style sheet: the page can read nothing else. */
export function pageFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, 'dist');
}

export function pageHtml(webview: Webview, extensionUri: Uri): string {
  const { cspSource } = webview;
  const file = (name: string): string =>
    webview.asWebviewUri(Uri.joinPath(pageFolder(extensionUri), name)).toString(true);
  const policy = `default-src 'none'; script-src ${cspSource}; style-src ${cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Traffic</title>
<link rel="stylesheet" href="${file('page.css')}">
<script defer src="${file('page.js')}"></script>
</head>
<body></body>
</html>
`;
}
