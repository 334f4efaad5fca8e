import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ComponentChildren } from 'preact';

/** What every part of the kit stands in. No part may write a `<style>`: the page's policy forbids it. */
export function Kit({ children }: { children: ComponentChildren }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>;
}
