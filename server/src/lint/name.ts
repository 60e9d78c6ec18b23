/** Names made of what was written, to suggest. */
import { dnsLabelProblem, dnsSubdomainProblem } from '../contract/format.ts';

/** A DNS label near the text, or undefined where nothing is left of it or it is one already. */
export function asLabel(text: string): string | undefined {
  const label = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return label === text || dnsLabelProblem(label) ? undefined : label;
}

/** A DNS subdomain near the text, or undefined where nothing is left of it or it is one already. */
export function asSubdomain(text: string): string | undefined {
  const parts = text
    .toLowerCase()
    .split('.')
    .map((part) => part.replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, ''));
  const name = parts.filter((part) => part !== '').join('.');
  return name === text || dnsSubdomainProblem(name) ? undefined : name;
}
