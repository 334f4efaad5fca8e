/** Commands of the documents that no test can run here, and why. A command that is not listed is run. */
const COMMANDS_NOT_RUN: [command: RegExp, reason: string][] = [
  [/^npm (test|run (check|bench|soak|format))\b/, 'runs the tests themselves, or for minutes'],
  [
    /^(git clone|cd|npm (ci|install|i)) /,
    'needs the network, or is done: the reader has installed the project',
  ],
  [/^(systemctl|useradd|install|cp|runuser|journalctl|certbot)\b/, 'needs root, systemd or the network'],
  [/runuser/, 'needs root'],
  [/^docker\b/, 'needs Docker'],
  [/\bserver (deliver|restart|cancel)\b/, 'waits until somebody stops the game server'],
];

/** Languages of blocks that are neither commands nor files of ours. */
const LANGUAGES_NOT_RUN: Record<string, string> = {
  text: 'shows what a program prints',
  yaml: 'configures Prometheus, which is not here',
  js: 'configures polkit, which is not here',
  nginx: 'configures a proxy; tests/console/behind-nginx.test.ts starts it',
  caddy: 'configures a proxy, which is not here',
};

export function whyNotRun(command: string): string | undefined {
  return COMMANDS_NOT_RUN.find(([pattern]) => pattern.test(command))?.[1];
}

export function whyNotTried(language: string): string | undefined {
  return LANGUAGES_NOT_RUN[language];
}
