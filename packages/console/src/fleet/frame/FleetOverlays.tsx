import { useEffect } from 'preact/hooks';
import { paletteOpen } from '../../commands/palette.ts';
import { keySheetOpen } from '../../commands/registry.ts';
import { LazyPart } from '../../faces/LazyPart.tsx';
import { frameDialog } from '../../shell/frame-dialog.ts';

const palette = () => import('../../commands/Palette.tsx');
const keySheet = () => import('../../commands/KeySheet.tsx');
const preferencesDialog = () => import('../../shell/PreferencesDialog.tsx');
const tokenDialog = () => import('../../shell/TokenDialog.tsx');

/** What can open over every page of a fleet. */
export function FleetOverlays() {
  // Loaded once the page is there, so that it opens at once.
  useEffect(() => void palette().catch(() => {}), []);
  return (
    <>
      <LazyPart load={palette} when={paletteOpen.value} />
      <LazyPart load={keySheet} when={keySheetOpen.value} />
      <LazyPart load={preferencesDialog} when={frameDialog.value === 'preferences'} />
      <LazyPart load={tokenDialog} when={frameDialog.value === 'token'} />
    </>
  );
}
