import { createFleetToken, type FleetTokenEntry, getFleetTokens, revokeFleetToken } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import type { JSX } from 'preact';
import { useResource } from '../../data/use-resource.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { visibleText } from '../../faces/visible-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { fleetClient, may } from '../../session/session.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { CreateToken } from './CreateToken.tsx';
import { FleetTokenTable } from './FleetTokenTable.tsx';

/** The tokens of the fleet: what each may do and where; the way to make one and to revoke it. */
export default function FleetTokensPage(): JSX.Element {
  const text = fleetTexts.value.tokens;
  const tokens = useResource(async (signal) => (await fleetClient().call(getFleetTokens, { signal })).Tokens);
  const creating = useSignal(false);
  const revoking = useSignal<FleetTokenEntry | undefined>(undefined);
  const withRevoked = useSignal(false);
  const shown = (all: readonly FleetTokenEntry[]) =>
    all.filter(({ Revoked }) => withRevoked.value || !Revoked);
  return (
    <PageBody>
      <Card
        title={text.title}
        note={<Age of={tokens} />}
        tools={
          <>
            <Switch
              checked={withRevoked.value}
              onChange={(next) => {
                withRevoked.value = next;
              }}
            >
              {text.showRevoked}
            </Switch>
            {may(createFleetToken) && (
              <Button
                onClick={() => {
                  creating.value = true;
                }}
              >
                <Icon shape={Plus} size={16} />
                {text.create}
              </Button>
            )}
          </>
        }
        flush
      >
        <Faces of={tokens} empty={text.none} isEmpty={(all) => shown(all).length === 0}>
          {(all) => (
            <FleetTokenTable
              tokens={shown(all)}
              onRevoke={
                may(revokeFleetToken)
                  ? (token) => {
                      revoking.value = token;
                    }
                  : undefined
              }
            />
          )}
        </Faces>
      </Card>
      {creating.value && (
        <CreateToken
          onClose={() => {
            creating.value = false;
          }}
          onMade={() => void tokens.refresh()}
        />
      )}
      <ConfirmDialog
        open={revoking.value !== undefined}
        onClose={() => {
          revoking.value = undefined;
        }}
        title={text.revokeTitle(visibleText(revoking.value?.Name ?? ''))}
        description={text.revokeWhy}
        doText={text.revoke}
        cancel={text.cancel}
        danger
        run={async () => {
          await fleetClient().call(revokeFleetToken, { params: { id: revoking.peek()?.Id ?? '' } });
          await tokens.refresh();
        }}
      />
    </PageBody>
  );
}
