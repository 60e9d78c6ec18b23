/** The keys of the playground. */

export function Keys() {
  const rows = [
    ['Ctrl+Space', 'completes'],
    ['Ctrl+. (⌘.)', 'lists what can be done: fixes, refactorings, conversion'],
    ['F2', 'renames the name or address at the cursor in all files'],
    ['F8', 'goes to the next problem'],
    ['F12, Shift+F12', 'goes to the definition, lists the references'],
    ['Shift+Alt+F', 'formats the file'],
    ['Ctrl+F (⌘F)', 'searches'],
    ['Tab', 'leaves the editor; in a template, goes to the next field'],
  ] as const;
  return (
    <table>
      <tbody>
        {rows.map(([key, does]) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
