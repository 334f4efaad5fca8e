import type { AuditEntry } from '@palatine/contract';
import type { JSX } from 'preact';
import { CopyId } from '../faces/CopyId.tsx';
import { Name } from '../faces/Name.tsx';
import { Time } from '../faces/Time.tsx';
import { texts } from '../texts/texts.ts';
import { OutcomeOf, TargetOf } from './AuditTable.tsx';

/** What an entry says, with its names. `href`: the address of a page of its world. */
export function factsOfEntry(
  entry: AuditEntry,
  href?: (path: string) => string,
): readonly (readonly [string, JSX.Element | undefined])[] {
  const text = texts.value.audit;
  const { Time: at, Token, IP, Route, Target, PlayerUserId, Outcome, Reason, Summary, Request } = entry;
  return [
    [text.when, <Time key="when" at={at} as="moment" />],
    [text.token, <Name key="token" text={Token} />],
    [text.address, IP === '' ? undefined : <CopyId key="ip" id={IP} what={text.address} />],
    [text.route, <code key="route">{Route}</code>],
    [text.target, <TargetOf key="target" entry={entry} {...(href && { href })} />],
    [text.asNamed, Target === '' ? undefined : <CopyId key="as" id={Target} what={text.asNamed} />],
    [
      text.userId,
      PlayerUserId === '' ? undefined : <CopyId key="user" id={PlayerUserId} what={text.userId} />,
    ],
    [text.outcome, <OutcomeOf key="outcome" code={Outcome} />],
    [text.what, Summary === '' ? undefined : <Name key="what" text={Summary} />],
    [text.reason, Reason === '' ? undefined : <Name key="reason" text={Reason} />],
    [text.request, Request === '' ? undefined : <CopyId key="request" id={Request} what={text.request} />],
  ];
}
