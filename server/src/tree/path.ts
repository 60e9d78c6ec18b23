/** Field paths as the API server prints them: `subsets[0].ports[1].name`, `metadata.labels["a.b/c"]`. */

export type Path = readonly (string | number)[];

/** The path as text; empty for the object itself. */
export function pathText(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}
