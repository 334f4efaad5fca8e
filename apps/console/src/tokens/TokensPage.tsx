import type { TokenEntry } from '@palatine/contract';
import { useEffect } from 'preact/hooks';
import { useReply } from '../data/use-resource.ts';
import { Card, PageBody } from '../kit/Layout.tsx';
import { setCounter } from '../navigation/page-state.ts';
import { atFleet } from '../navigation/place.ts';
import { type Column, codes, column, count, words } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { CopyId, Name, Status } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { FleetTokens } from './FleetTokens.tsx';
import { commonColumns } from './token-columns.tsx';
import './tokens.css';

/** The commands that make and revoke a token of a world: its secrets never pass through the page. */
const COMMANDS = ['npx palatine token create NAME', 'npx palatine token revoke NAME'];

/** The tokens: the files of a world, or those that the gateway of a fleet has made. */
export default function TokensPage() {
  return atFleet ? <FleetTokens /> : <TokenFiles />;
}

/** The token files of a world: what each may do and when it was used. */
function TokenFiles() {
  const text = texts.value.tokens;
  const tokens = useReply('getTokens');
  const { Tokens: files, Ignored = [] } = tokens.value.value ?? {};
  useEffect(() => {
    // Token files take effect without a reload, so the page knows better than the frame.
    const count = files?.filter(({ Fault }) => Fault !== undefined).length;
    if (count !== undefined) setCounter('team', { count, warns: true });
  }, [files]);
  const columns = fileColumns();
  const list = useWholeList({ resource: tokens, rows: ({ Tokens }) => Tokens, columns });
  return (
    <PageBody>
      <ListCard<TokenEntry>
        id="tokens"
        label={texts.value.shell.tabs.team}
        {...list}
        keyOf={({ File }) => File}
        nameOf={({ Name: name, File }) => visibleText(name) || File}
        none={text.none}
      />
      {Ignored.length > 0 && (
        <Card title={text.ignored}>
          <ul>
            {Ignored.map((reason) => (
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

function fileColumns(): Column<TokenEntry>[] {
  const text = texts.value.tokens;
  return [
    words('name', text.name, ({ Name: name }) => name, {
      minPx: 130,
      fixed: true,
      cell: ({ Name: name, File }) => <Name text={name} otherwise={File} />,
    }),
    column('state', text.state, (token) => warningsOf(token).join(' · '), {
      grow: 1,
      cell: (token) => <FileState token={token} />,
    }),
    ...commonColumns<TokenEntry>(),
    count('today', text.today, ({ RequestsToday }) => RequestsToday),
    codes('file', text.file, ({ File }) => File, { minPx: 150, grow: 1 }),
  ];
}

function warningsOf({ Fault, Hashed, Warnings }: TokenEntry): string[] {
  const text = texts.value.tokens;
  const fault = Fault === undefined ? [] : [`${text.faulty}: ${Fault}`];
  return [...fault, ...(Hashed || Fault !== undefined ? [] : [text.plain]), ...Warnings];
}

/** Why a token file is not valid, and what else is wrong with it. */
function FileState({ token }: { token: TokenEntry }) {
  const warnings = warningsOf(token);
  if (warnings.length === 0) return <Status tone="ok">{texts.value.tokens.valid}</Status>;
  const tone = token.Fault === undefined ? 'warn' : 'danger';
  return (
    <span class="token-warnings" title={warnings.join('\n')}>
      {warnings.map((warning) => (
        <Status key={warning} tone={tone}>
          {warning}
        </Status>
      ))}
    </span>
  );
}
