import { type CampDetailsReply, getCampDetails } from '@palatine/contract';
import { computed, type ReadonlySignal } from '@preact/signals';
import { planOf } from '../../bases/plan/plan.ts';
import { nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { onEvent } from '../../data/live.ts';
import { resource } from '../../data/resource.ts';
import { centerOf, isInView, type View, zoomOf } from '../../ground/view.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { type Mark, type MarkChoices, near, placed } from './mark.ts';

/** Zooms from which floor plans are drawn, and from which chests can be hovered. */
const PLAN_ZOOM = 7;
const CHEST_ZOOM = 8;
const MAX_PLANS = 5;
/** Details of bases that are kept. */
const MAX_KEPT = 30;

/** Reads the objects of the bases in the middle of the view, once it is near enough. */
export function readPlans({ layers, view }: MarkChoices, bases: ReadonlySignal<readonly Mark[]>) {
  const kept = new Map<string, CampDetailsReply>();
  const readCamp = async (id: string, signal: AbortSignal) => {
    const details = kept.get(id) ?? (await client().getCampDetails({ params: { base_camp_id: id }, signal }));
    kept.set(id, details);
    for (const old of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(old);
    return details;
  };
  const zoom = computed(() => (view.value === undefined ? 0 : zoomOf(view.value)));
  const wanted = computed(() => {
    const isShown = layers.value.has('plans') && zoom.value >= PLAN_ZOOM && may(getCampDetails);
    return isShown && view.value !== undefined ? nearestBases(bases.value, view.value).join() : '';
  });
  const read = resource(async (signal) => {
    const ids = wanted.value.split(',').filter(Boolean);
    return Promise.all(ids.map((id) => readCamp(id, signal)));
  });
  const stop = onEvent((event) => {
    if (event !== undefined && !/^(base|guild)\./.test(event.Type)) return;
    kept.clear();
    if (wanted.peek() !== '') void read.refresh();
  });
  const plans = computed((): BasePlan[] => {
    if (wanted.value === '') return [];
    const byId = new Map(bases.value.map((base) => [base.id, base]));
    return (read.value.value ?? []).flatMap((details) => {
      const base = byId.get(details.Camp.Id);
      return base === undefined ? [] : [planIn(base, details)];
    });
  });
  return {
    plans,
    /** The chests of the plans, while they are large enough to be pointed at; undefined before. */
    chests: computed(() => (zoom.value < CHEST_ZOOM ? undefined : plans.value.flatMap(chestMarks))),
    /** The details of a base, which are kept until something is changed at a base. */
    readCamp,
    resource: read,
    stops: [stop, read.dispose],
  };
}

function nearestBases(bases: readonly Mark[], view: View): string[] {
  const inView = bases.filter((base) => isInView(view, base, (base.areaCm ?? 0) / view.cmPerPixel));
  return near(inView, centerOf(view))
    .slice(0, MAX_PLANS)
    .map(({ item }) => item.id);
}

export type BasePlan = ReturnType<typeof planIn>;

/** The plan of a base: its objects that look the same are drawn at once, in cm about its middle. */
function planIn(base: Mark, { Camp, Objects, Storages }: CampDetailsReply) {
  const groups = Map.groupBy(
    planOf(Camp.Place, Objects.Rows).filter(({ footprint: { level } }) => level !== 'roof'), // it would hide the rooms
    ({ story, footprint: { level }, kind, isHurt, isUnderConstruction }) =>
      `${story} ${level} ${kind} ${isHurt} ${isUnderConstruction}`,
  );
  const shapes = [...groups.values()].flatMap((same) => {
    const [first] = same;
    const path = new Path2D(same.map(({ outline }) => outline).join(''));
    return first === undefined ? [] : [{ ...first, path }];
  });
  return { base, shapes, kinds: new Set(shapes.map(({ kind }) => kind)), storages: Storages };
}

function chestMarks({ base, storages }: BasePlan): Mark[] {
  return storages.map(({ ContainerId, ObjectId, Used, Max, Place }) => ({
    layer: 'plans',
    id: ContainerId,
    name: nameOf('MapObjects', ObjectId),
    note: texts.value.map.slots(formatNumber(Used), formatNumber(Max)),
    ...(base.guildId !== undefined && { guildId: base.guildId }),
    href: `/bases/${base.id}/storage`,
    ...placed(Place),
  }));
}
