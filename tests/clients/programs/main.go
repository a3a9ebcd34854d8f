// Makes calls with the Go client that openapi-generator generates. Arguments: the service's URL, and
// a file with the calls. Writes what each returned, by its name.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"

	nim "example.org/nim"
)

type call struct {
	Name, Operation, Tag string
	Query                map[string]json.RawMessage
	Body                 json.RawMessage
}

// check ends the program, which no call may.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// camel is a name as the generator writes it: subtraction_set is SubtractionSet.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// with calls a method of a request that sets a parameter or the body.
func with(method reflect.Value, value json.RawMessage) reflect.Value {
	argument := reflect.New(method.Type().In(0))
	check(json.Unmarshal(value, argument.Interface()))
	return method.Call([]reflect.Value{argument.Elem()})[0]
}

// make is what a call returns: a model of the response, or of a problem.
func (c call) make(client *nim.APIClient) any {
	api := reflect.ValueOf(client).Elem().FieldByName(c.Tag + "API")
	ctx := reflect.ValueOf(context.Background())
	request := api.MethodByName(camel(c.Operation)).Call([]reflect.Value{ctx})[0]
	for name, value := range c.Query {
		request = with(request.MethodByName(camel(name)), value)
	}
	if string(c.Body) != "null" {
		for i := 0; i < request.NumMethod(); i++ {
			if method := request.Method(i); method.Type().NumIn() == 1 {
				request = with(method, c.Body)
				break
			}
		}
	}
	results := request.MethodByName("Execute").Call(nil)
	if err, failed := results[2].Interface().(error); failed {
		var failure *nim.GenericOpenAPIError
		if !errors.As(err, &failure) {
			panic(c.Name + ": " + err.Error())
		}
		return failure.Model()
	}
	return results[0].Interface()
}

func main() {
	configuration := nim.NewConfiguration()
	configuration.Servers = nim.ServerConfigurations{{URL: os.Args[1]}}
	client := nim.NewAPIClient(configuration)
	text, err := os.ReadFile(os.Args[2])
	check(err)
	var calls []call
	check(json.Unmarshal(text, &calls))
	results := map[string]any{}
	for _, each := range calls {
		results[each.Name] = each.make(client)
	}
	check(json.NewEncoder(os.Stdout).Encode(results))
}
