import { Meter as Base } from '@base-ui/react/meter';
import type { ComponentChildren } from 'preact';
import './meter.css';

export function Meter(props: {
  label: string;
  value: number;
  max: number;
  text?: string;
  children?: ComponentChildren;
  tone?: 'accent' | 'ok' | 'warn' | 'danger';
}) {
  const { label, value, max, text, children, tone = 'accent' } = props;
  return (
    <Base.Root
      className={`meter ${tone}`}
      value={Math.min(value, max)}
      max={max}
      aria-label={label}
      getAriaValueText={() => text ?? `${value} / ${max}`}
    >
      <Base.Track className="meter-track">
        <Base.Indicator className="meter-bar" />
      </Base.Track>
      {children !== undefined && <span class="faint">{children}</span>}
    </Base.Root>
  );
}

export function Bar({ share }: { share: number }) {
  return (
    <span class="meter-track">
      <span class="meter-bar" style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  );
}
