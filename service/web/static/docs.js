// Starts the reader, in the colours that the system prefers.

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

// Swagger UI fills in every parameter that has an example and has no switch for that, but some of the
// optional ones exclude each other. So here they have none, and each operation can be tried as it is
// offered.
const onlyRequiredExamples = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (contract) => {
          for (const operation of Object.values(contract.paths ?? {}).flatMap(Object.values)) {
            for (const parameter of operation.parameters ?? []) forgetExamples(parameter);
          }
          return update(contract);
        },
      },
    },
  },
});

function forgetExamples(parameter) {
  if (parameter.required || parameter.in !== "query") return;
  delete parameter.example;
  delete parameter.examples;
}

SwaggerUIBundle({
  plugins: [onlyRequiredExamples],
  url: "openapi.yaml",
  dom_id: "#reader",
  validatorUrl: null, // or another host would be sent the contract
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: "obsidian" },
  onComplete: () => delete document.documentElement.dataset.loading,
});
