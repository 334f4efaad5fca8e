import type { ComponentChildren } from 'preact';
import { dropIcon, type IconKind, operatorIcon } from './operator-icons.ts';
import './glyphs.css';

export interface GivenIconProps {
  kind: IconKind;
  id: string;
  size: number;
  /** The glyph, where the operator has given no icon. */
  children?: ComponentChildren;
}

/** The icon that the operator has given for an id, else the glyph. Its name stands beside it. */
export function GivenIcon({ kind, id, size, children }: GivenIconProps) {
  const address = operatorIcon(kind, id);
  if (address === undefined) return <>{children}</>;
  return (
    <img
      class="given-icon"
      src={address}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => dropIcon(address)}
    />
  );
}
