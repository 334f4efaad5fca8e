import { type CampDetailsReply, type CampStorage, getCampDetails } from '@palatine/contract';
import { computed, type ReadonlySignal } from '@preact/signals';
import { type PlanKind, type PlanObject, planOf } from '../../bases/plan/plan.ts';
import { lookUp, nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { onEvent } from '../../data/live.ts';
import { resource } from '../../data/resource.ts';
import { isInBox } from '../../ground/regions.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { boxOf, centerOf, type View, zoomOf } from '../geometry/view.ts';
import type { LayerId } from '../layers.ts';
import { type Mark, placed } from './mark.ts';

/** Zooms from which floor plans are drawn, and from which chests can be hovered. */
const PLAN_ZOOM = 7;
const CHEST_ZOOM = 8;
/** Plans that are drawn, those nearest to the middle. */
const MAX_PLANS = 5;
/** Details of bases that are kept. */
const MAX_KEPT = 30;

/** Objects of a base that look the same and are drawn at once, in cm about its middle. */
interface PlanShape extends Pick<PlanObject, 'isHurt' | 'isUnderConstruction'> {
  readonly kind: PlanKind;
  readonly level: PlanObject['footprint']['level'];
  readonly path: Path2D;
}

export interface BasePlan {
  readonly base: Mark;
  readonly shapes: readonly PlanShape[];
  readonly kinds: ReadonlySet<PlanKind>;
  readonly storages: readonly CampStorage[];
}

/** Reads the objects of the bases in the middle of the view, once it is near enough. */
export function readPlans(options: {
  readonly layers: ReadonlySignal<ReadonlySet<LayerId>>;
  readonly view: ReadonlySignal<View | undefined>;
  readonly bases: ReadonlySignal<readonly Mark[]>;
}) {
  const { layers, view, bases } = options;
  const kept = new Map<string, CampDetailsReply>();
  const zoom = computed(() => (view.value === undefined ? 0 : zoomOf(view.value)));
  const wanted = computed(() => {
    const isShown = layers.value.has('plans') && zoom.value >= PLAN_ZOOM && may(getCampDetails);
    return isShown && view.value !== undefined ? nearestBases(bases.value, view.value).join() : '';
  });
  const read = resource(async (signal) => {
    const ids = wanted.value.split(',').filter(Boolean);
    const all = await Promise.all(
      ids.map(
        async (id) => kept.get(id) ?? client().getCampDetails({ params: { base_camp_id: id }, signal }),
      ),
    );
    for (const details of all) kept.set(details.Camp.Id, details);
    for (const id of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(id);
    return all;
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
    resource: read,
    close() {
      stop();
      read.dispose();
    },
  };
}

function nearestBases(bases: readonly Mark[], view: View): string[] {
  const { x, y } = centerOf(view);
  return bases
    .filter((base) => isInBox(boxOf(view, (base.areaCm ?? 0) / view.cmPerPixel), base))
    .map(({ id, ...base }) => ({ id, distance: Math.hypot(base.x - x, base.y - y) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_PLANS)
    .map(({ id }) => id);
}

function planIn(base: Mark, { Camp, Objects, Storages }: CampDetailsReply): BasePlan {
  const objects = planOf(Camp.Place, Objects.Rows, (objectId) => lookUp('MapObjects', objectId)?.Menu ?? '');
  const groups = Map.groupBy(
    objects.filter(({ footprint: { level } }) => level !== 'roof'), // it would hide the rooms
    ({ story, footprint: { level }, kind, isHurt, isUnderConstruction }) =>
      `${story} ${level} ${kind} ${isHurt} ${isUnderConstruction}`,
  );
  const shapes = [...groups.values()].flatMap((same) => {
    const [first] = same;
    const path = new Path2D(same.map(({ outline }) => outline).join(''));
    return first === undefined ? [] : [{ ...first, level: first.footprint.level, path }];
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
