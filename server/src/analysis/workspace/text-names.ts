/** Decides by the name of a file whether it may be a text with readers of Endpoints. */

/** False for pictures, archives, compiled programs, and lists that package managers write. */
export function isTextName(name: string): boolean {
  return !data.test(name);
}

/** False also for texts that only people read, such as Markdown. */
export function mayNameReader(name: string): boolean {
  return isTextName(name) && (!prose.test(name) || /^notes\.txt$/i.test(name));
}

const data =
  /\.(?:png|jpe?g|gif|ico|webp|avif|bmp|pdf|woff2?|ttf|otf|eot|mp[34]|mov|webm|zip|t?gz|bz2|xz|zst|tar|jar|war|class|wasm|exe|dll|so|dylib|a|o|pyc|bin|db|sqlite|min\.js|min\.css|map|sum|lock)$|^(?:package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json)$/i;

const prose = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt|html?|tex|svg|csv)$/i;
