// Calls every operation of the API with the Go client that openapi-generator generates. Prints one
// JSON object: what each call returned, by the call's name. Argument: the service's URL.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"

	nim "example.org/nim"
)

const large = 1<<53 - 1

var responses = map[string]any{}

// keep keeps a response; the call must have succeeded.
func keep[T any](name string) func(T, *http.Response, error) {
	return func(response T, _ *http.Response, err error) {
		if err != nil {
			panic(name + ": " + err.Error())
		}
		responses[name] = response
	}
}

// move is a move that takes objects from one pile.
func move(pile, remove int64) nim.PlayedMove {
	played := *nim.NewPlayedMove()
	played.SetPile(pile)
	played.SetRemove(remove)
	return played
}

func main() {
	configuration := nim.NewConfiguration()
	configuration.Servers = nim.ServerConfigurations{{URL: os.Args[1]}}
	client, ctx := nim.NewAPIClient(configuration), context.Background()
	positions, games, nimbers := client.PositionsAPI, client.GamesAPI, client.NimbersAPI

	three, why, small := []int64{3, 4, 5}, []int64{41, 163, 13}, []int64{1, 3, 5}
	two, set := []int64{1, 2}, []int32{1, 3, 4}
	misere := *nim.NewPosition([]int64{large, 1 << 33, 1})
	misere.SetMisere(true)
	lost := *nim.NewPosition([]int64{5, 1})
	lost.SetMisere(true)
	batch := *nim.NewBatch([]nim.Position{*nim.NewPosition([]int64{1, 2, 3}), lost})
	graph := *nim.NewGraph(map[string][]string{"a": {"b", "c"}, "b": {"c"}, "c": {}})
	graph.SetSum([]string{"a", "b"})
	kayles := *nim.NewWantedValues(13)
	kayles.SetGame(nim.KAYLES)

	keep[*nim.Solution]("solvePosition")(positions.SolvePosition(ctx).Position(*nim.NewPosition(three)).Execute())
	keep[*nim.Solution]("large")(positions.SolvePosition(ctx).Position(misere).Execute())
	keep[*nim.Solution]("solvePositionByLink")(positions.SolvePositionByLink(ctx).Piles(three).Execute())
	keep[*nim.Solution]("ruled")(positions.SolvePositionByLink(ctx).Piles([]int64{9, 4}).SubtractionSet(set).Execute())
	keep[*nim.Solutions]("solvePositions")(positions.SolvePositions(ctx).Batch(batch).Execute())
	keep[*nim.Explanation]("explainPosition")(positions.ExplainPosition(ctx).Position(*nim.NewPosition(why)).Execute())
	keep[*nim.Explanation]("explainPositionByLink")(positions.ExplainPositionByLink(ctx).Piles(why).Execute())
	keep[*nim.Analysis]("analysePosition")(positions.AnalysePosition(ctx).PositionToAnalyse(*nim.NewPositionToAnalyse(three)).Execute())
	keep[*nim.Analysis]("analysePositionByLink")(positions.AnalysePositionByLink(ctx).Piles(three).Execute())
	keep[*nim.Review]("reviewGame")(positions.ReviewGame(ctx).PlayedGame(*nim.NewPlayedGame([]int64{2, 3}, []nim.PlayedMove{move(1, 3), move(0, 2)})).Execute())
	keep[*nim.PositionTable]("listPositions")(positions.ListPositions(ctx).PositionToList(*nim.NewPositionToList(small)).Execute())
	keep[*nim.PositionTable]("listPositionsByLink")(positions.ListPositionsByLink(ctx).Piles(small).Execute())
	keep[*nim.GameGraph]("getGameGraph")(positions.GetGameGraph(ctx).Position(*nim.NewPosition(two)).Execute())
	keep[*nim.GameGraph]("getGameGraphByLink")(positions.GetGameGraphByLink(ctx).Piles(two).Execute())
	keep[*nim.ListOfGames]("listGames")(games.ListGames(ctx).Execute())
	keep[*nim.ValueSequence]("listGrundyValues")(games.ListGrundyValues(ctx).WantedValues(kayles).Execute())
	keep[*nim.ValueSequence]("listGrundyValuesByLink")(games.ListGrundyValuesByLink(ctx).Size(5).Execute())
	keep[*nim.ValueSequence]("kayles")(games.ListGrundyValuesByLink(ctx).Game("kayles").Size(13).Execute())
	keep[*nim.SolvedGraph]("solveGraph")(games.SolveGraph(ctx).Graph(graph).Execute())
	keep[*nim.Calculation]("addNimbers")(nimbers.AddNimbers(ctx).Operands(three).Execute())
	keep[*nim.Calculation]("large-sum")(nimbers.AddNimbers(ctx).Operands([]int64{1<<32 - 1, 1}).Execute())
	keep[*nim.Calculation]("multiplyNimbers")(nimbers.MultiplyNimbers(ctx).Operands([]int64{5, 8}).Execute())
	keep[*nim.Calculation]("divideNimbers")(nimbers.DivideNimbers(ctx).Operands([]int64{5, 8}).Execute())
	keep[*nim.Calculation]("takeSquareRootOfNimber")(nimbers.TakeSquareRootOfNimber(ctx).Operands([]int64{5}).Execute())
	keep[*nim.PowerCalculation]("raiseNimber")(nimbers.RaiseNimber(ctx).Base(5).Exponent(7).Execute())
	keep[*nim.Table]("tabulateNimbers")(nimbers.TabulateNimbers(ctx).Operation("product").Size(4).Execute())

	_, _, err := positions.SolvePosition(ctx).Position(*nim.NewPosition([]int64{3, -4})).Execute()
	var failure *nim.GenericOpenAPIError
	if !errors.As(err, &failure) {
		panic("the call succeeded")
	}
	problems := map[string]nim.Problem{"invalid-body": failure.Model().(nim.Problem)}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"responses": responses, "problems": problems})
}
