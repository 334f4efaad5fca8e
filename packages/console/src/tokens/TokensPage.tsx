import { getTokens, type TokenEntry } from '@palatine/contract';
import { useEffect } from 'preact/hooks';
import { formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { CopyId } from '../faces/CopyId.tsx';
import { Age, Faces } from '../faces/Faces.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { setCounter } from '../navigation/counters.ts';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { PermissionList } from './PermissionList.tsx';
import './tokens.css';

/** The commands that make and revoke a token: secrets never pass through the page. */
const COMMANDS = ['palatine token create NAME', 'palatine token revoke NAME'];

/** The token files: what each may do and when it was used. */
export default function TokensPage() {
  const text = texts.value.tokens;
  const tokens = useResource((signal) => client().call(getTokens, { signal }));
  const found = tokens.value.value?.Tokens;
  useEffect(() => {
    // Token files count without being read again by anybody, so the page knows better than the frame.
    const count = found?.filter(({ Fault }) => Fault !== undefined).length;
    if (count !== undefined) setCounter('tokens', { count, warns: true });
  }, [found]);
  return (
    <PageBody>
      <Card title={texts.value.shell.pages.tokens} note={<Age of={tokens} />} flush>
        <Faces of={tokens} empty={text.none} isEmpty={({ Tokens }) => Tokens.length === 0}>
          {({ Tokens }) => (
            <PlainTable
              label={texts.value.shell.pages.tokens}
              rows={Tokens}
              keyOf={({ File }) => File}
              columns={[
                { title: text.name, cell: nameCell },
                { title: text.permissions, cell: (token) => <PermissionList of={token.Permissions} /> },
                { title: text.lastUsed, cell: lastUsedCell },
                {
                  title: text.today,
                  figures: true,
                  cell: ({ RequestsToday }) => formatNumber(RequestsToday),
                },
                { title: text.file, cell: ({ File }) => <code>{File}</code> },
              ]}
            />
          )}
        </Faces>
      </Card>
      {(tokens.value.value?.Ignored ?? []).length > 0 && (
        <Card title={text.ignored}>
          <ul>
            {tokens.value.value?.Ignored.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Card>
      )}
      <p class="quiet token-commands">
        {text.commands}
        {COMMANDS.map((command) => (
          <CopyId key={command} id={command} what={command} />
        ))}
      </p>
    </PageBody>
  );
}

function nameCell({ Name: name, File, Fault, Hashed, Warnings }: TokenEntry) {
  const text = texts.value.tokens;
  return (
    <div class="token-name">
      <Name text={name} otherwise={File} />
      {Fault !== undefined && <Status tone="danger">{`${text.faulty}: ${Fault}`}</Status>}
      {[...(Hashed || Fault !== undefined ? [] : [text.plain]), ...Warnings].map((warning) => (
        <Status key={warning} tone="warn">
          {warning}
        </Status>
      ))}
    </div>
  );
}

function lastUsedCell({ LastUsed }: TokenEntry) {
  return LastUsed === undefined ? (
    <span class="faint">{texts.value.tokens.never}</span>
  ) : (
    <Time at={LastUsed} />
  );
}
