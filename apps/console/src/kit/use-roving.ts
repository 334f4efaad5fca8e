import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const MEMBERS = 'button:not(:disabled), a[href]';

/** Makes rows of buttons one Tab stop, with arrows, Home and End. `data-apart` stays a stop. */
export function useRoving(group: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = group;
    if (element === null) return undefined;
    const members = () =>
      [...element.querySelectorAll<HTMLElement>(MEMBERS)].filter(
        (member) => member.dataset.apart === undefined,
      );
    const choose = (chosen: HTMLElement | undefined) => {
      for (const member of members()) member.tabIndex = member === chosen ? 0 : -1;
    };
    const settle = () => {
      const all = members();
      choose(all.find((member) => member.getAttribute('tabindex') === '0') ?? all[0]);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && members().includes(target)) choose(target);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const all = members();
      const at = all.indexOf(event.target as HTMLElement);
      const to = at < 0 ? undefined : all[indexAfter(event.key, at, all)];
      if (to === undefined || to === event.target) return;
      event.preventDefault();
      to.focus();
    };
    settle();
    const changes = new MutationObserver(settle);
    changes.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', onFocus);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      changes.disconnect();
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [group]);
}

function indexAfter(key: string, at: number, all: readonly HTMLElement[]): number {
  if (key === 'ArrowDown' || key === 'ArrowUp') return inRow(at, all, key === 'ArrowDown' ? 1 : -1);
  const to: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: all.length - 1,
  };
  return to[key] ?? at;
}

/** The member of the next row that is nearest below or above; the same member where there is no such row. */
function inRow(at: number, all: readonly HTMLElement[], step: 1 | -1): number {
  const from = all[at]?.getBoundingClientRect() ?? { top: 0, left: 0 };
  const others = all.map((member, index) => {
    const { top, left } = member.getBoundingClientRect();
    const down = (top - from.top) * step;
    return { index, down, distance: down * 10 + Math.abs(left - from.left) }; // the next row first, then the same column
  });
  const [best] = others.filter(({ down }) => down >= 2).sort((a, b) => a.distance - b.distance);
  return best?.index ?? at;
}
