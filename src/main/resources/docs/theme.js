// Runs before the first paint, so that a page never flashes in the other color scheme.
(() => {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const stored = () => {
    try {
      return localStorage.getItem('tollgate-theme');
    } catch {
      return null; // storage is blocked
    }
  };
  const apply = () => {
    const theme = stored() ?? (system.matches ? 'dark' : 'light');
    root.dataset.theme = theme;
    dispatchEvent(new CustomEvent('themechange', { detail: theme }));
  };
  root.classList.add('js');
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('toggletheme', () => {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('tollgate-theme', theme);
      apply();
    } catch {
      root.dataset.theme = theme;
      dispatchEvent(new CustomEvent('themechange', { detail: theme }));
    }
  });
})();
