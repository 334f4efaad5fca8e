import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Actions } from '../actions/Actions.tsx';
import { KeySheet } from '../commands/KeySheet.tsx';
import { paletteOpen } from '../commands/palette.ts';
import { preference } from '../data/preferences.ts';
import { PreferencesDialog } from './PreferencesDialog.tsx';
import { TokenDialog } from './TokenDialog.tsx';

/** What can open over every page. */
export function Overlays(): JSX.Element {
  return (
    <>
      <LazyPalette />
      <Actions />
      <KeySheet singleKeys={preference('singleKeys').value} />
      <PreferencesDialog />
      <TokenDialog />
    </>
  );
}

/** The palette, whose code is loaded when it is first opened. */
function LazyPalette(): JSX.Element | null {
  const view = useSignal<{ Palette?: ComponentType }>({});
  const open = paletteOpen.value;
  useEffect(() => {
    if (!open || view.value.Palette !== undefined) return;
    void import('../commands/Palette.tsx')
      .then(({ default: Palette }) => {
        view.value = { Palette };
      })
      .catch(() => {}); // the next try loads it
  }, [open, view]);
  const { Palette } = view.value;
  return Palette === undefined ? null : <Palette />;
}
