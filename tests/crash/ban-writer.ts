import { editBanlist, withBan } from '@palatine/server/data-folder/edit-banlist.ts';

/** Bans users one after another as `palatine ban add` does, and prints each as soon as it is banned. */
const [file = '', prefix = '', count = '0'] = process.argv.slice(2);
for (let at = 0; at < Number(count); at++) {
  const userId = `${prefix}${at}`;
  editBanlist(file, '', (list) => withBan(list, { userId }, 'by the command line', Date.now()));
  process.stdout.write(`${userId}\n`);
}
