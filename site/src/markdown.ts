/** Extends the generator's Markdown: links as on a Git host, captions of fences, and the link from a rule to the playground. */
import { relative } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { resolveLink, type Repository } from './links.ts';
import { projectRoot, ruleOf, textForSite } from './pages.ts';

export interface MarkdownPlaces {
  readonly base: string;
  readonly repository: Repository;
}

export function extendMarkdown(markdown: MarkdownRenderer, { base, repository }: MarkdownPlaces): void {
  adaptTexts(markdown, base);
  resolveLinks(markdown, repository);
  addPlaygroundLinks(markdown, base);
  addCaptions(markdown);
  clearEmptyHeaders(markdown);
  markPictures(markdown);
  hideFromVue(markdown);
}

function adaptTexts(markdown: MarkdownRenderer, base: string): void {
  markdown.core.ruler.before('normalize', 'site-texts', (state) => {
    state.src = textForSite(state.src, `${base}playground/`);
  });
}

/** The anchors of a Git host, so that the links of the files work here too. Numbers of equal headings are added elsewhere. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The path of the file in the project. The generator has moved `path` to the place of the page. */
function fileOf({ realPath, path }: MarkdownEnv): string {
  return relative(projectRoot, realPath ?? path).replaceAll('\\', '/');
}

function resolveLinks(markdown: MarkdownRenderer, repository: Repository): void {
  markdown.core.ruler.push('project-links', ({ tokens, env }) => {
    const file = fileOf(env as MarkdownEnv);
    for (const token of tokens) {
      if (!token.children) continue;
      const open: boolean[] = [];
      token.children = token.children.filter((child) => {
        if (child.type === 'link_close') return open.pop() !== false;
        if (child.type !== 'link_open') return true;
        const link = resolveLink(child.attrGet('href') ?? '', file, repository);
        open.push(link !== undefined);
        if (link !== undefined) child.attrSet('href', link);
        return link !== undefined;
      });
    }
  });
}

/** Below the line that names who enforces the rule. */
function addPlaygroundLinks(markdown: MarkdownRenderer, base: string): void {
  markdown.core.ruler.push('playground-link', ({ tokens, env, Token }) => {
    const rule = ruleOf(fileOf(env as MarkdownEnv));
    if (rule === undefined) return;
    const line = tokens.findIndex(({ type, content }) => type === 'inline' && content.startsWith('Enforced by: '));
    if (line === -1) throw new Error(`The page of ${rule} does not say who enforces the rule.`);
    const link = new Token('html_block', '', 0);
    // With a target, so that the router of the site leaves it alone: the playground is a page of its own.
    link.content = `<p class="playground-link"><a href="${base}playground/#rule=${rule}" target="_self">Open this rule in the playground</a></p>\n`;
    // After the end of the paragraph.
    tokens.splice(line + 2, 0, link);
  });
}

/** A fence names its file, and what else a reader must know to see the same findings. */
function addCaptions(markdown: MarkdownRenderer): void {
  const { fence } = markdown.renderer.rules;
  if (!fence) throw new Error('The generator has no fences.');
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const caption = captionOf(token?.info ?? '');
    // The generator takes any number after the language for a line to highlight.
    if (token) token.info = token.info.replace(/\s.*$/, '');
    const code = fence(tokens, index, ...rest);
    if (caption === '') return code;
    return `<figure class="fence"><figcaption>${markdown.utils.escapeHtml(caption)}</figcaption>${code}</figure>\n`;
  };
}

/** `yaml title="Pulumi.yaml" kubernetes="1.35"` is "Pulumi.yaml · Kubernetes 1.35". */
export function captionOf(info: string): string {
  const valueOf = (name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(info)?.[1];
  const version = valueOf('kubernetes');
  const words = info
    .replaceAll(/"[^"]*"/g, '')
    .split(/\s+/)
    .slice(1);
  const parts = [
    valueOf('title'),
    version === undefined ? undefined : `Kubernetes ${version}`,
    valueOf('mirroring') === 'off' ? 'without the mirroring controller' : undefined,
    words.includes('committed') ? 'committed version' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** The corner of a table is no header. */
function clearEmptyHeaders(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue;
      token.tag = 'td';
      const close = tokens[index + 2];
      if (close) close.tag = 'td';
    }
  });
}

/** A paragraph with only a picture scrolls on a narrow screen, where the words of the picture would be too small. */
function markPictures(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('pictures', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const children = tokens[index + 1]?.children ?? [];
      if (token.type !== 'paragraph_open' || children.length !== 1 || children[0]?.type !== 'image') continue;
      token.attrSet('class', 'picture');
      token.attrSet('tabindex', '0');
    }
  });
}

/** The generator compiles pages as templates of Vue, which would evaluate `{{ .Values.ip }}`. */
function hideFromVue(markdown: MarkdownRenderer): void {
  const { text, code_inline: code } = markdown.renderer.rules;
  if (!text || !code) throw new Error('The generator has no texts.');
  markdown.renderer.rules.text = (...args) => text(...args).replaceAll('{{', '&#123;&#123;');
  markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]?.attrSet('v-pre', '');
    return code(tokens, index, ...rest);
  };
}
