import { useEffect } from 'preact/hooks';
import { paletteOpen } from '../commands/palette.ts';
import { keySheetOpen } from '../commands/registry.ts';
import { LazyPart } from '../faces/LazyPart.tsx';
import { atFleet } from '../navigation/place.ts';
import { withTexts } from '../texts/texts.ts';
import { frameDialog } from './frame-dialog.ts';

const actions = withTexts(() => import('../actions/Actions.tsx'));
const palette = () => import('../commands/Palette.tsx');
const keySheet = () => import('../commands/KeySheet.tsx');
const preferencesDialog = () => import('./PreferencesDialog.tsx');
const actionCommands = withTexts(() => import('./ActionCommands.tsx'));
const tokenDialog = () => import('./TokenDialog.tsx');

/** What can open over every page. Actions are those of one world. */
export function Overlays() {
  // Loaded once the page is there, so that it opens at once.
  useEffect(() => void palette().catch(() => {}), []);
  return (
    <>
      <LazyPart load={palette} when={paletteOpen.value} />
      <LazyPart load={keySheet} when={keySheetOpen.value} />
      <LazyPart load={preferencesDialog} when={frameDialog.value === 'preferences'} />
      <LazyPart load={tokenDialog} when={frameDialog.value === 'token'} />
      {!atFleet && <LazyPart load={actionCommands} />}
      {!atFleet && <LazyPart load={actions} />}
    </>
  );
}
