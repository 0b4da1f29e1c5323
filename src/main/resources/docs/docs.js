// Shows the document in Swagger UI. Keys that a reader types stay in the page and are gone with it.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 1,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
