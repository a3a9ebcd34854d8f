// Starts the reader, in the colours that the system prefers.

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

SwaggerUIBundle({
  url: "openapi.yaml",
  dom_id: "#reader",
  validatorUrl: null, // or another host would be sent the contract
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: "obsidian" },
});
