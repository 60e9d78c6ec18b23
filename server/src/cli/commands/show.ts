/** The options and help of `endpoints show`. */
import { consumerNames } from '../../analysis/traffic/consumers/consumers.ts';
import type { Command, CommandOptions } from './command.ts';
import { trafficFilesOptions } from './traffic-files.ts';

const { build, mirroring, 'kubernetes-version': kubernetesVersion, ...others } = trafficFilesOptions;

export const showFormats = ['text', 'svg', 'html', 'mermaid', 'json'] as const;

export const showViews = ['written', 'patched', 'mirrored', 'converted'] as const;

export const showOptions = {
  service: { type: 'string', value: 'NAME', does: 'draw only the Service NAME or NAMESPACE/NAME' },
  from: { type: 'string', value: 'PLACE', does: 'zone=NAME, node=NAME or both, with a comma' },
  through: {
    type: 'string',
    value: 'NAME',
    does: 'who reads Services (default kube-proxy)',
    words: consumerNames,
  },
  view: {
    type: 'string',
    value: 'NAME',
    default: 'written',
    words: showViews,
    does: 'written (default), patched, mirrored or converted',
  },
  since: { type: 'string', value: 'GITREF', does: 'draw before and after the changes since GITREF' },
  build,
  format: {
    type: 'string',
    short: 'f',
    value: 'NAME',
    default: 'text',
    words: showFormats,
    does: 'text, svg, html, mermaid or json (default text)',
  },
  unfold: { type: 'boolean', does: 'draw each of many addresses' },
  watch: { type: 'boolean', does: 'show a page that follows the files; with --format html' },
  width: {
    type: 'string',
    value: 'N',
    does: 'columns of text, or pixels (default: those of the terminal, or 1080)',
    isRare: true,
  },
  port: {
    type: 'string',
    value: 'N',
    does: 'port of the page of --watch, on 127.0.0.1 (default: a free one)',
    isRare: true,
  },
  family: { type: 'string', value: 'IPv4|IPv6', does: 'IP family (default: those of each Service)', isRare: true },
  mirroring: { ...mirroring, isRare: true },
  ...others,
  'kubernetes-version': { ...kubernetesVersion, isRare: true },
} as const satisfies CommandOptions;

export const showCommand: Command = {
  name: 'show',
  operands: '[PATH…]',
  summary: 'draw where the traffic of Services goes',
  usage: ['[PATH…] [options]', '--build ROOT [options]'],
  about: [
    'Draws Service ports, slices and addresses, and where and why traffic stops.',
    'PATH is a file, a directory, a glob or -, as for "endpoints check"; default: this directory. The files around it are read, too.',
  ],
  options: showOptions,
  exitCodes: [
    ['0', 'each Service port with hand-written objects may get traffic'],
    ['1', 'such a port has no endpoint, or an object has no reader'],
    ['2', 'wrong usage or settings, no such Service, or an unreadable file'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints show k8s/ --service shop/orders-db', 'endpoints show k8s/ --format svg > traffic.svg'],
};
