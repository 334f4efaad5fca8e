import { CircleStop, CircleX, DatabaseBackup, RefreshCw, RotateCcw, RotateCw, Save, Wrench } from 'lucide';
import { formatBytes } from '../data/format.ts';
import { isStoppedByHand } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { action, targetId } from './action.ts';
import { previewStop } from './preview.ts';

/** The effects of a maintenance on the server, and the part that the person who stops and starts it has in it. */
function maintenanceWords() {
  const { maintenance, maintenanceByHand } = texts.value.actions;
  return isStoppedByHand() ? maintenanceByHand : maintenance;
}

const countdown = (seconds: number | null) => (seconds === null ? {} : { CountdownSeconds: seconds });

export const reloadConfig = action({
  id: 'reloadConfig',
  route: 'reloadConfig',
  icon: RefreshCw,
  targets: ['service'],
  level: 2,
  call: () => ({}),
  result: ({ Success }) => (Success ? [] : [texts.value.outcomes.rejected]),
});

export const cancelDelivery = action({
  id: 'cancelDelivery',
  route: 'cancelDelivery',
  icon: CircleX,
  targets: ['delivery'],
  level: 2,
  danger: true,
  blocked: (target) => (target.kind === 'delivery' && target.state !== 'Pending' ? 'ended' : undefined),
  call: (_draft, [target]) => ({ params: { id: targetId(target) } }),
});

export const retryDelivery = action({
  id: 'retryDelivery',
  route: 'retryDelivery',
  icon: RotateCw,
  targets: ['delivery'],
  level: 1,
  blocked: (target) =>
    target.kind === 'delivery' && target.state !== 'Failed' && target.state !== 'Pending'
      ? 'ended'
      : undefined,
  call: (_draft, [target]) => ({ params: { id: targetId(target) } }),
});

export const startMaintenance = action({
  id: 'startMaintenance',
  route: 'startMaintenance',
  icon: Wrench,
  targets: ['server'],
  level: 2,
  danger: true,
  fields: ['maintenance', 'countdownSeconds'],
  what: ({ maintenance }) => maintenanceWords()[maintenance],
  call: ({ maintenance, countdownSeconds }) => ({
    body: { Action: maintenance, ...countdown(countdownSeconds) },
  }),
  result: ({ Maintenance }) => [Maintenance.Message],
  preview: previewStop,
});

export const restoreBackup = action({
  id: 'restoreBackup',
  route: 'startMaintenance',
  icon: RotateCcw,
  targets: ['backup'],
  level: 3,
  danger: true,
  fields: ['countdownSeconds'],
  what: () => maintenanceWords().Restore,
  call: ({ countdownSeconds }, [target]) => ({
    body: { Action: 'Restore' as const, Backup: targetId(target), ...countdown(countdownSeconds) },
  }),
  result: ({ Maintenance }) => [Maintenance.Message],
  preview: previewStop,
});

export const cancelMaintenance = action({
  id: 'cancelMaintenance',
  route: 'cancelMaintenance',
  icon: CircleStop,
  targets: ['server'],
  level: 1,
  call: () => ({}),
  result: ({ Maintenance }) => [Maintenance.Message],
});

export const saveServer = action({
  id: 'saveServer',
  route: 'saveServer',
  icon: Save,
  targets: ['server'],
  level: 1,
  call: () => ({}),
});

export const backUp = action({
  id: 'backUp',
  route: 'backUpServer',
  icon: DatabaseBackup,
  targets: ['server'],
  level: 1,
  call: () => ({}),
  result: ({ Backup }) => [texts.value.outcomes.backup(Backup.Name, formatBytes(Backup.Bytes))],
});
