"""apispec reads the schemas of requests like those of any application with marshmallow."""

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from service.api.schemas import schema_of
from service.limits import LARGEST_PILE
from tests.support.samples import Tree

NUMBER = {"type": "integer", "minimum": 0, "maximum": LARGEST_PILE}
NAME = {"type": "string", "minLength": 1, "maxLength": 8}
LIST_OR_NULL = {"type": ["array", "null"]}
DIGITS = {
    **LIST_OR_NULL,
    "minItems": 1,
    "maxItems": 4,
    "uniqueItems": True,
    "items": {"type": "integer", "minimum": 1, "maximum": 9},
}


def schemas() -> dict[str, Any]:
    """The schemas that apispec writes for a request and its parts."""
    spec = APISpec("Samples", "1", "3.1.0", plugins=[MarshmallowPlugin()])
    spec.components.schema("Tree", schema=schema_of(Tree))
    written: dict[str, Any] = spec.to_dict()["components"]["schemas"]
    return written


def test_apispec_reads_type_limits_and_words_of_every_key() -> None:
    leaf_properties = {
        "size": NUMBER,
        "digits": DIGITS,
        "word": {"type": ["string", "null"], "enum": ["sum", "product", "table", None]},
    }
    branch, tree = schemas()["Branch"], schemas()["Tree"]
    assert schemas()["Leaf"] == {
        "type": "object",
        "properties": leaf_properties,
        "required": ["size"],
    }
    assert branch["required"] == ["leaves"]
    assert branch["properties"]["leaves"] == {
        "type": "array",
        "maxItems": 3,
        "items": {"$ref": "#/components/schemas/Leaf"},
    }
    row = {"type": "array", "maxItems": 2, "items": NUMBER}
    assert branch["properties"]["rows"] == {**LIST_OR_NULL, "items": row}
    assert tree["required"] == ["numbers"]
    assert tree["properties"] == {
        "numbers": {"type": "array", "maxItems": 300, "items": NUMBER},
        "code": {"type": ["string", "null"], "minLength": 3, "maxLength": 5},
        "name": NAME | {"type": ["string", "null"]},
        "flag": {"type": ["boolean", "null"]},
        "names": {
            "type": ["object", "null"],
            "maxProperties": 3,
            "maxLength": 3,  # apispec treats the limit of an object as a string's
            "additionalProperties": {"type": "array", "maxItems": 2, "items": NAME},
        },
        "digits": DIGITS,
        "branch": {"anyOf": [{"$ref": "#/components/schemas/Branch"}, {"type": "null"}]},
        "branches": {
            **LIST_OR_NULL,
            "maxItems": 200,
            "items": {"$ref": "#/components/schemas/Branch"},
        },
        "leaf_of": {
            "type": ["object", "null"],
            "additionalProperties": {"$ref": "#/components/schemas/Leaf"},
        },
    }
