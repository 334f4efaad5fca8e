import type { PlayerRow } from '@palatine/contract';
import { Copy, MapPin, UserRound } from 'lucide';
import type { PlayerTarget } from '../actions/action.ts';
import { mapHref } from '../data/format.ts';
import type { MenuAction, MenuGroup } from '../kit/Menu.tsx';
import { address, hrefOf } from '../navigation/router.ts';
import type { Texts } from '../texts/texts.ts';
import { announce } from '../views/announce.ts';
import { copyText } from '../views/clipboard.ts';

/** The entries in the menu of a player beside actions: places to look at, and ids. */
export function playerMenu(row: PlayerRow, text: Texts['players']): MenuGroup[] {
  const { Uid, UserId, Place, GuildId } = row;
  const look: MenuAction[] = [
    {
      id: 'open',
      text: text.open,
      icon: UserRound,
      href: hrefOf(`/players/${Uid}`, Object.fromEntries(address.value.query)),
    },
    {
      id: 'map',
      text: text.onMap,
      icon: MapPin,
      ...(Place === undefined ? { blocked: text.placeUnknown } : { href: mapHref(Place) }),
    },
  ];
  if (GuildId !== undefined)
    look.push({ id: 'guild', text: text.openGuild, href: hrefOf(`/guilds/${GuildId}`) });
  const ids = [copying('uid', text.columns.uid, Uid)];
  if (UserId) ids.push(copying('userId', text.columns.userId, UserId));
  return [
    { id: 'look', items: look },
    { id: 'ids', items: ids },
  ];

  function copying(id: string, what: string, value: string): MenuAction {
    return {
      id,
      text: text.copy(what),
      icon: Copy,
      run: () => void copyText(value).then((copied) => copied && announce(text.copied(what))),
    };
  }
}

export function playerTarget(row: PlayerRow): PlayerTarget {
  const { Uid, Name, Online, HasPlayerFile, UserId, Banned } = row;
  return {
    kind: 'player',
    uid: Uid,
    name: Name,
    online: Online,
    hasPlayerFile: HasPlayerFile,
    userId: UserId,
    banned: Banned,
  };
}
