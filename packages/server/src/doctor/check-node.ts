import type { Finding } from './finding.ts';

const REQUIRED_MAJOR = 24;

export function checkNode(): Finding {
  const check = 'Node';
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= REQUIRED_MAJOR) return { check, state: 'ok', found: process.versions.node };
  const todo = 'run npm install in the project, which brings the right one along';
  return { check, state: 'fail', found: `${process.versions.node} is older than ${REQUIRED_MAJOR}`, todo };
}
