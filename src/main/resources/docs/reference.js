// Shows the OpenAPI document in Scalar. Keys that a reader types are not stored.
(() => {
  const configuration = {
    url: '/openapi.json',
    theme: 'default',
    layout: 'modern',
    hideDarkModeToggle: true,
    forceDarkModeState: document.documentElement.dataset.theme,
    withDefaultFonts: false,
    persistAuth: false,
    telemetry: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    agent: { disabled: true, hideAddApi: true },
    mcp: { disabled: true },
    documentDownloadType: 'json',
    defaultOpenAllTags: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: {
      c: true,
      clojure: true,
      csharp: true,
      dart: true,
      fsharp: true,
      go: true,
      http: true,
      java: ['asynchttp', 'okhttp', 'unirest'],
      js: ['axios', 'jquery', 'ofetch', 'xhr'],
      kotlin: true,
      node: true,
      objc: true,
      ocaml: true,
      php: true,
      powershell: true,
      python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
      r: true,
      ruby: true,
      rust: true,
      shell: ['httpie', 'wget'],
      swift: true,
    },
  };
  Scalar.createApiReference('#reference', configuration);
  addEventListener('themechange', (event) => {
    document.body.classList.toggle('dark-mode', event.detail === 'dark');
    document.body.classList.toggle('light-mode', event.detail === 'light');
  });
})();
