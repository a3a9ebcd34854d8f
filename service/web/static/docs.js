// Starts the reader, in the colours that the system prefers.

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

// Swagger UI fills in every parameter that has examples and has no switch for that, but some of the
// optional ones exclude each other. Here each operation has the first of its examples only, those of
// the same name, so that it can be tried as it is offered.
const oneExample = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (contract) => {
          Object.values(contract.paths ?? {}).flatMap(Object.values).forEach(keepFirst);
          return update(contract);
        },
      },
    },
  },
});

function keepFirst({ parameters = [] }) {
  const required = parameters.find((parameter) => parameter.required && parameter.examples);
  const [first] = Object.keys(required?.examples ?? {});
  for (const parameter of parameters) {
    if (parameter.required || !parameter.examples) continue;
    if (first in parameter.examples) parameter.examples = { [first]: parameter.examples[first] };
    else delete parameter.examples;
  }
}

SwaggerUIBundle({
  plugins: [oneExample],
  url: "openapi.yaml",
  dom_id: "#reader",
  validatorUrl: null, // or another host would be sent the contract
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: "obsidian" },
  onComplete: () => delete document.documentElement.dataset.loading,
});
