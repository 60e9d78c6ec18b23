/** What changes a value through its name, in all languages. */

const methods = `push pop shift unshift splice sort reverse fill copyWithin set delete clear
  append extend insert remove update setdefault popitem add discard
  addAll addFirst addLast putAll put putIfAbsent removeIf replaceAll merge compute computeIfAbsent computeIfPresent
  retainAll removeAll setAll Add AddRange Insert InsertRange Remove RemoveAt RemoveAll Clear Sort Reverse TryAdd Set
  SetValue Push Enqueue UnionWith`;

/** Methods that change the list or map that they are called on. */
export const mutators: ReadonlySet<string> = new Set(methods.split(/\s+/));
