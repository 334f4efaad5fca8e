// Before the first paint: the page in the theme that was chosen. src/data/preferences.ts does the rest.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('palatine.preferences')) ?? {};
  } catch {} // nothing that can be read is kept: the theme of the system
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const { theme } = chosen;
  document.documentElement.dataset.theme = theme === 'dark' || theme === 'light' ? theme : system;
})();
