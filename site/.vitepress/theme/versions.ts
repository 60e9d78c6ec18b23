/** Shows the other versions of the site in the menu, and a note on an old one. */
/// <reference lib="dom" />
import { useData } from 'vitepress/client';
import { defineComponent, h, onMounted, shallowRef, type ShallowRef } from 'vue';
import { newerThan, readVersionList, rootOf, type OtherVersion } from './version-list.ts';

/** Requested once for all menus. */
let requested: Promise<readonly OtherVersion[]> | undefined;

/** The links in the menu, on a wide and on a narrow screen. */
export const OtherVersions = defineComponent({
  props: { screenMenu: Boolean },
  setup() {
    const { version, versions } = useVersions();
    return () =>
      versions.value
        .filter((each) => each.version !== version)
        .map((each) => h('a', { class: 'other-version', href: each.url, target: '_self' }, each.version));
  },
});

export const NewerVersion = defineComponent(() => {
  const { version, versions } = useVersions();
  return () => {
    const newer = newerThan(version, versions.value);
    if (!newer) return null;
    return h('p', { class: 'newer-version' }, [
      `This page describes version ${version}. `,
      h('a', { href: newer.url, target: '_self' }, `Version ${newer.version}`),
      ' is newer.',
    ]);
  };
});

function useVersions(): { readonly version: string; readonly versions: ShallowRef<readonly OtherVersion[]> } {
  const { site, theme } = useData<{ readonly version: string }>();
  const { version } = theme.value;
  const versions = shallowRef<readonly OtherVersion[]>([]);
  onMounted(async () => {
    requested ??= requestVersions(new URL(rootOf(site.value.base, version), location.href));
    versions.value = await requested;
  });
  return { version, versions };
}

/** None without a list, and none without a network: the site works from a copy, too. */
async function requestVersions(root: URL): Promise<readonly OtherVersion[]> {
  try {
    const response = await fetch(new URL('versions.json', root));
    return response.ok ? readVersionList(await response.json(), root) : [];
  } catch (error) {
    console.warn('The list of versions cannot be read:', error);
    return [];
  }
}
